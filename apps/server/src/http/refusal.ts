import type { QuestionCode, RefusalCode } from '@refectory/contract/errors';

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

/** A question to the customer (449): `yes` is the force answer that goes on, the dialog's closing says no. // spec §8 */
export class QuestionError extends RefusalError {
  declare readonly code: QuestionCode;
  readonly yes: string;

  constructor(code: QuestionCode, values: RefusalValues, yes: string) {
    super(code, values);
    this.name = 'QuestionError';
    this.yes = yes;
  }
}
