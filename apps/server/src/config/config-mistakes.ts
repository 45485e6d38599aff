import { Settings } from '@refectory/contract/settings';
import * as z from 'zod/mini';

import type { EntryFinding, EntryPath } from './config-entry.ts';

/** What the kinds of values are called, by the names that the schema has for them. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

const kindNamed = (name: string) => KINDS[name] ?? name;
const kindOf = (value: unknown) => kindNamed(z.core.util.parsedType(value));

/** `one entry`, `2 entries` */
const entries = (count: number | bigint) => (Number(count) === 1 ? 'one entry' : `${count} entries`);

/** What a value is: the value itself where it is short, else its kind. */
function valueInWords(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${entries(value.length)}`;
  return typeof value === 'object' ? kindOf(value) : JSON.stringify(value);
}

/** What the choices of a union ask for, each once. */
function kindsAskedFor(issues: readonly z.core.$ZodIssue[]): string[] {
  const asked = issues.flatMap((issue) => {
    if (issue.code === 'invalid_union') return kindsAskedFor(issue.errors.flat());
    return issue.code === 'invalid_type' ? [issue.expected] : [];
  });
  // The only object that a text can be replaced by has a text for each language.
  const ofTexts = asked.includes('string') ? 'an object with a text for each language' : kindNamed('object');
  return [...new Set(asked.map((kind) => (kind === 'object' ? ofTexts : kindNamed(kind))))];
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** JSON has numbers like 1e400, which are read as infinite. */
const isTooLarge = (value: unknown) => value === Infinity || value === -Infinity;
const TOO_LARGE = 'is too large a number';

/** What is there and what has to be there: `is a text, but must be a number`. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  const there = (words: string) => (issue.input === undefined ? 'is missing' : `is ${words}`);
  const value = valueInWords(issue.input);
  switch (issue.code) {
    case 'invalid_type': {
      if (isTooLarge(issue.input) && ['number', 'int'].includes(issue.expected)) return TOO_LARGE;
      // Of a number that is not whole the kind says nothing.
      const isNotWhole = issue.expected === 'int' && typeof issue.input === 'number';
      return `${there(isNotWhole ? value : kindOf(issue.input))}, but must be ${kindNamed(issue.expected)}`;
    }
    case 'invalid_value':
      return `${there(value)}, but must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'array')
        return `${there(value)}, but must have at least ${entries(issue.minimum)}`;
      return `${there(value)}, but must ${issue.inclusive ? 'not be below' : 'be above'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'array')
        return `${there(value)}, but must not have more than ${entries(issue.maximum)}`;
      return `${there(value)}, but must ${issue.inclusive ? 'not be above' : 'be below'} ${issue.maximum}`;
    case 'invalid_union': {
      const asked = kindsAskedFor(issue.errors.flat());
      if (isTooLarge(issue.input) && asked.includes(kindNamed('number'))) return TOO_LARGE;
      return `${there(kindOf(issue.input))}, but must be ${listed(asked)}`;
    }
    case 'invalid_format':
      if (issue.format === 'starts_with')
        return `${there(value)}, but must begin with ${JSON.stringify(issue.prefix)}`;
      return `${there(value)}, which is no ${issue.format}`;
    default:
      return there(`${value}, which means nothing here`);
  }
}

/**
 * What is wrong in a place: where it can be one thing or another and is one of them with a mistake inside, the mistake
 * inside, so that the language that is no text is named and not the whole title.
 */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const inside = issue.errors
    .map((choice) => choice.flatMap(innermost))
    .find((choice) => choice.some(({ path }) => path.length > 0));
  return inside?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/** The settings of a JSON value, or in plain words what is wrong with them. */
export function settingsOrMistakes(
  json: unknown,
): { readonly settings: Settings } | { readonly mistakes: readonly EntryFinding[] } {
  const parsed = z.safeParse(Settings, json, { error: wordsOf });
  if (parsed.success) return { settings: parsed.data };
  return {
    mistakes: parsed.error.issues
      .flatMap(innermost)
      // JSON has no symbols for names.
      .map(({ path, message }) => ({ path: path as EntryPath, text: message })),
  };
}
