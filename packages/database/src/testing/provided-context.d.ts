import type { TestCluster } from './test-cluster.ts';

declare module 'vitest' {
  // Module augmentation is the one place where TypeScript needs an interface.
  export interface ProvidedContext {
    testCluster: TestCluster;
  }
}
