import type { QuestionCode, RefusalCode } from '@refectory/contract/errors';
import type { Money } from '@refectory/domain/money';

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

/** What is wrong with a line of a cart: why it is refused, and what it costs where that is another price than was shown. */
export type LineRefusal = {
  readonly line: number;
  readonly code: RefusalCode;
  readonly values: RefusalValues;
  readonly price?: Money;
};

/** A cart that is refused for its lines; its own text is that of the first one that says why. */
export class CartRefusalError extends RefusalError {
  readonly lines: readonly LineRefusal[];

  constructor({ code, values }: Pick<LineRefusal, 'code' | 'values'>, lines: readonly LineRefusal[]) {
    super(code, values);
    this.name = 'CartRefusalError';
    this.lines = lines;
  }
}

/** A question to the customer (449): `yes` is the force answer that goes on, the dialog's closing says no. */
export class QuestionError extends RefusalError {
  declare readonly code: QuestionCode;
  readonly yes: string;

  constructor(code: QuestionCode, values: RefusalValues, yes: string) {
    super(code, values);
    this.name = 'QuestionError';
    this.yes = yes;
  }
}
