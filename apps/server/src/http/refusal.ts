import type { RefusalCode } from '@refectory/contract/errors';

/** Numbers and texts that a refusal's text speaks of. */
export type RefusalValues = Readonly<Record<string, number | string>>;

/** An expected refusal: it is answered with its code, its status and its text, and never logged. */
export class RefusalError extends Error {
  readonly code: RefusalCode;
  readonly values: RefusalValues;

  constructor(code: RefusalCode, values: RefusalValues) {
    super(`refused: ${code}`);
    this.name = 'RefusalError';
    this.code = code;
    this.values = values;
  }
}

/** The refusal to throw for a code; `values` are what its text speaks of. */
export function refuse(code: RefusalCode, values: RefusalValues = {}): RefusalError {
  return new RefusalError(code, values);
}
