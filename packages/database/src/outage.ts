import { DatabaseError } from 'pg';

/**
 * SQLSTATEs of a database that cannot serve now: connection lost, out of resources, stopping or
 * starting, and our own patience at its end (a statement, an idle transaction).
 */
const OUTAGE_STATE = /^(?:08|53|57P|57014|25P03)/;

/** lock_not_available: somebody holds a row for longer than we wait. Everything else goes on. */
const LOCK_TIMEOUT = '55P03';

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** Outages that the driver names by a sentence only. */
const OUTAGE_SENTENCES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable/i;

function isOutage(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  const code = typeof error.code === 'string' ? error.code : '';
  // The unix socket of a stopped server is gone, so connecting finds no file.
  if (error.syscall === 'connect') return true;
  return OUTAGE_STATE.test(code) || NETWORK_CODES.has(code) || OUTAGE_SENTENCES.test(error.message);
}

/** Whether an error, or what caused it, says that the database cannot be reached, has no room or takes too long. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseOutage)) return true;
  return isOutage(error) || isDatabaseOutage(error.cause);
}

/** What PostgreSQL itself says of why something failed; undefined where it said nothing, as of a connection that just ended. */
export function wordsOfPostgres(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DatabaseError) return cause.message;
  return undefined;
}

/** serialization_failure and deadlock_detected: the transaction was undone, and can be made again. */
const UNDONE = new Set(['40001', '40P01']);

/** Whether an error, or what caused it, says that a transaction met another one and was undone: nothing happened. */
export function isUndone(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DatabaseError) return UNDONE.has(cause.code ?? '');
  return false;
}

/** Whether an error says that a row could not be had now, and nothing else is wrong: the next row may well be had. */
export function isRowBusy(error: unknown): boolean {
  return isLockTimeout(error) || isUndone(error);
}

/** Whether an error says that somebody held what was needed for longer than was waited for it. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT;
}
