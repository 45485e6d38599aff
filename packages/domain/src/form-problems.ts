import { choicesOf, fieldTypes, hasChoices, type FormField } from './form-field.ts';
import { fieldsInCircles } from './form-visibility.ts';
import type { Language, LocalText } from './texts.ts';

/** Something in the definition of a field that does not work as its author means it to. */
export type FieldProblem = {
  /** The place of the field in its list, from 0. */
  readonly index: number;
  /** The entry that is meant. */
  readonly entry: string;
  /** What is wrong and what the forms do about it, in one sentence without its full stop. */
  readonly text: string;
};

/** Why a pattern cannot be used; undefined where it can. */
export type WhyUnusable = (pattern: string) => string | undefined;

/** The languages in which a text is missing; one text for all languages misses none. */
function languagesWithout(text: LocalText, languages: readonly Language[]): Language[] {
  return typeof text === 'string' ? [] : languages.filter((language) => !text[language]?.trim());
}

/**
 * What is wrong with the definitions of a form's fields. Forms work with all of it, so that a customer is never kept out
 * by a mistake in the settings; an operator is told. `known` are ids that rules may name besides.
 */
export function fieldProblems(
  fields: readonly FormField[],
  options: {
    readonly languages: readonly Language[];
    readonly known: readonly string[];
    readonly whyUnusable: WhyUnusable;
  },
): FieldProblem[] {
  const circular = fieldsInCircles(fields);
  const ids = new Set([...options.known, ...fields.map(({ id }) => id)]);
  return fields.flatMap((field, index) =>
    problemsOf(field, { ...options, circular, ids, isRepeated: firstOf(fields, field.id) !== index }).map(
      ([entry, text]) => ({ index, entry, text }),
    ),
  );
}

const firstOf = (fields: readonly FormField[], wanted: string) => fields.findIndex(({ id }) => id === wanted);

type Problem = readonly [entry: string, text: string];

function problemsOf(
  field: FormField,
  options: {
    readonly languages: readonly Language[];
    readonly whyUnusable: WhyUnusable;
    readonly circular: ReadonlySet<string>;
    readonly ids: ReadonlySet<string>;
    readonly isRepeated: boolean;
  },
): Problem[] {
  const { type, validationRegExp: pattern } = field;
  const rules = [
    ['visibleIfThisEquals', field.visibleIfThisEquals?.id],
    ['visibleIfThisNotEquals', field.visibleIfThisNotEquals?.id],
    ['visibleIfThisOneOf', field.visibleIfThisOneOf?.id],
    ['visibleIfFilled', field.visibleIfFilled],
  ] as const;
  const why = pattern === undefined ? undefined : options.whyUnusable(pattern);
  const missing = languagesWithout(field.label ?? '', options.languages);
  const problems: (Problem | false)[] = [
    options.isRepeated && ['id', `there is another field "${field.id}" before it, and this one is left out`],
    type !== undefined &&
      !(fieldTypes as readonly string[]).includes(type) && [
        'type',
        `there is no type "${type}": the field is a text`,
      ],
    why !== undefined && ['validationRegExp', `the pattern is ignored, since ${why}`],
    hasChoices(field) && choicesOf(field).length === 0 && ['options', 'there is nothing to choose'],
    options.circular.has(field.id) && [
      rules.find(([, id]) => id !== undefined)?.[0] ?? 'id',
      'whether the field is shown depends on itself, so it is always shown',
    ],
    missing.length > 0 && ['label', `the label is missing in ${missing.join(', ')}`],
  ];
  const unknown = rules
    .filter(([, id]) => id !== undefined && !options.ids.has(id))
    .map(([entry, id]): Problem => [entry, `there is no field "${id}" in the same form`]);
  return [...problems.filter((problem) => problem !== false), ...unknown];
}
