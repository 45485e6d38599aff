import { refuse } from './refusal.ts';

/** The handler of a call that is not built yet: 501. `npm run requirements` lists these calls. */
export async function notBuilt(): Promise<never> {
  throw refuse('notBuilt');
}
