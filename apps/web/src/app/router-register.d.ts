import type { AppRouter } from './routes.tsx';

// Module augmentation is the one place where TypeScript needs an interface.
declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
