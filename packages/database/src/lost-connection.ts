/** admin_shutdown, crash_shutdown, connection_failure, connection_does_not_exist. */
const LOST_STATES = new Set(['57P01', '57P02', '08006', '08003']);
const LOST_CODES = new Set(['ECONNRESET', 'EPIPE']);

/** Whether an error says that the connection broke under a statement, so that nobody knows whether it was carried out. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The driver has a sentence only for a connection that ends.
  return (
    LOST_STATES.has(code) ||
    LOST_CODES.has(code) ||
    error.message.startsWith('Connection terminated unexpectedly')
  );
}
