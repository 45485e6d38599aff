import { DatabaseError } from 'pg';

/** data_corrupted, index_corrupted, undefined_file, io_error. */
const DAMAGE_STATES = new Set(['XX001', 'XX002', '58P01', '58030']);

/** What PostgreSQL says is damaged, when that is why something failed. */
export function damageIn(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DatabaseError && DAMAGE_STATES.has(cause.code ?? '')) return cause.message;
  return undefined;
}
