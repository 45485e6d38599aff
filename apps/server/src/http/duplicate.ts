/** unique_violation: another row has the same key. */
const UNIQUE_VIOLATION = '23505';

/** Whether an error, or what caused it, says that another row has what may be there only once, by the name of the index that says so. */
export function isDuplicate(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false;
  const isIt =
    'code' in error && error.code === UNIQUE_VIOLATION && 'constraint' in error && error.constraint === index;
  // The typed queries wrap what the database says.
  return isIt || isDuplicate(error.cause, index);
}
