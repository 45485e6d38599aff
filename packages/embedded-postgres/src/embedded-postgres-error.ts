/** What went wrong with the embedded PostgreSQL, for a caller that reacts to it. */
export type EmbeddedPostgresErrorCode =
  | 'in-use'
  | 'damaged'
  | 'not-ours'
  | 'no-binaries'
  | 'unsupported-platform'
  | 'disk-full'
  | 'other-version'
  | 'copy-refused'
  | 'failed';

/** A start that was refused; the message is one sentence for the person at the terminal. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
