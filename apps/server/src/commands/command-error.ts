/** A command that cannot be done; the message is one sentence for the person at the command line. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
