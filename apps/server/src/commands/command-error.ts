/** A command that cannot be done; the message is one sentence for the person at the command line. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A failure, its `cause`, behind which something stays that a command has changed by then. */
export class HalfDoneError extends Error {
  override readonly name = 'HalfDoneError';
}

/** Does what a command does in several transactions: where it fails, those that ended by then stay. */
export async function stepByStep<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new HalfDoneError('A command ended before all of it was done', { cause: error });
  }
}

/** What a command did not do, since somebody held what it needed. */
type Left = { readonly carts?: number; readonly orders?: number };

/** Refuses to call a command done that left something. */
export function refuseLeft({ carts = 0, orders = 0 }: Left): void {
  const what = [
    ...(orders > 0 ? [`orders to give back: ${orders}`] : []),
    ...(carts > 0 ? [`carts to release: ${carts}`] : []),
  ];
  if (what.length === 0) return;
  throw new CommandError(
    `Not done yet, since something else holds their rows in the database: ${what.join('; ')}. All else is done: run the command again.`,
  );
}
