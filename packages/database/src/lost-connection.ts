/** admin_shutdown, crash_shutdown, connection_failure, connection_does_not_exist. */
const LOST_STATES = new Set(['57P01', '57P02', '08006', '08003']);
const LOST_CODES = new Set(['ECONNRESET', 'EPIPE']);

/** Whether the connection broke during a statement: nobody knows whether the statement was carried out. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The driver gives a connection that ends no code, only a sentence.
  return (
    LOST_STATES.has(code) ||
    LOST_CODES.has(code) ||
    error.message.startsWith('Connection terminated unexpectedly')
  );
}
