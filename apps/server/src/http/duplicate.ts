/** unique_violation: another row has the same key. */
const UNIQUE_VIOLATION = '23505';

/** Whether an error says that another row has what may be there only once, by the name of the index that says so. */
export function isDuplicate(error: unknown, index: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === UNIQUE_VIOLATION &&
    'constraint' in error &&
    error.constraint === index
  );
}
