import { failureOf } from '@refectory/contract/errors';
import { expect } from 'vitest';

/** Makes a call, and again with a yes to each question it is asked. */
export async function sayingYes<Answer>(
  call: (force: readonly string[]) => Promise<Answer>,
): Promise<Answer> {
  const said: string[] = [];
  for (;;) {
    try {
      return await call(said);
    } catch (error) {
      const failure = failureOf(error);
      const yes = failure?.kind === 'confirmation' ? failure.answers[0] : undefined;
      if (yes === undefined) throw error;
      said.push(yes.value);
    }
  }
}

/** The yes that a call is offered, which has to be asked about. */
export async function yesOffered(call: Promise<unknown>): Promise<string> {
  const failure = await call.then(() => undefined, failureOf);
  const yes = failure?.kind === 'confirmation' ? failure.answers[0] : undefined;
  if (yes === undefined) throw new Error('the call was not asked about');
  return yes.value;
}

/** An answer as the server offers it: what it says, and its signature. */
export const signed = (yes: string): unknown => expect.stringMatching(new RegExp(`^${yes}\\.[\\w-]{22}$`));
