import { CommandError } from './command-error.ts';

/** What is said where several customers have the same pickup code on a day, and it is not known whose meals are meant. */
export const sharedCode = (code: string | undefined, customers: readonly string[]) =>
  new CommandError(
    `Meals of several customers have the code ${code}: ${customers.join(', ')}. Say with --customer whose meals.`,
  );
