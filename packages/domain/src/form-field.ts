import type { LocalText } from './texts.ts';

/** The types of fields; any other name is drawn as `text`. */
export const fieldTypes = [
  'text',
  'textarea',
  'email',
  'phone',
  'number',
  'password',
  'date',
  'dayMonth',
  'checkbox',
  'checkboxList',
  'select',
  'radio',
  'counter',
  'info',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What a field holds: a text, whether it is ticked, or what was chosen in it. */
export type FieldValue = string | boolean | readonly string[];

/** The values of a form, by the ids of the fields. */
export type FormValues = Readonly<Record<string, FieldValue>>;

/** The value of a field; undefined where it has none. An id may be any word, `constructor` too. */
export function valueIn(values: FormValues, id: string): FieldValue | undefined {
  return Object.hasOwn(values, id) ? values[id] : undefined;
}

/** Something to choose. */
export type FieldChoice = { readonly value: string; readonly label: LocalText };

/** When a field is shown, by the value of another one. All conditions that are there must hold. */
export type VisibilityRules = {
  readonly visibleIfThisEquals?: { readonly id: string; readonly value: string } | undefined;
  readonly visibleIfThisNotEquals?: { readonly id: string; readonly value: string } | undefined;
  readonly visibleIfThisOneOf?: { readonly id: string; readonly values: readonly string[] } | undefined;
  readonly visibleIfFilled?: string | undefined;
};

/** A field of a form. */
export type FormField = VisibilityRules & {
  readonly id: string;
  /** One of `fieldTypes`; absent or any other name is `text`. */
  readonly type?: string | undefined;
  readonly label?: LocalText | undefined;
  readonly required?: boolean | undefined;
  readonly validationRegExp?: string | undefined;
  readonly validationErrorMessage?: LocalText | undefined;
  /** In characters, as people count them: an accented letter is one. */
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly items?: readonly FieldChoice[] | undefined;
  readonly options?: readonly FieldChoice[] | undefined;
  readonly multiple?: boolean | undefined;
  readonly placeholder?: LocalText | undefined;
  readonly disabled?: boolean | undefined;
  readonly link?:
    | {
        readonly label?: LocalText | undefined;
        readonly url: string;
        readonly text: LocalText;
        readonly target?: string | undefined;
      }
    | undefined;
  readonly positiveInteger?: boolean | undefined;
  readonly notZero?: boolean | undefined;
  /** A date before today. */
  readonly inThePast?: boolean | undefined;
  /** A date from today on, and at most so many days ahead. */
  readonly daysAhead?: number | undefined;
  /** The limits and the step of a counter. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly multiplier?: number | undefined;
};

/** The type of a field. */
export function fieldTypeOf({ type = 'text' }: Pick<FormField, 'type'>): FieldType {
  return fieldTypes.find((known) => known === type) ?? 'text';
}

/** Whether several of a field's choices may be taken. */
export function takesSeveral(field: Pick<FormField, 'type' | 'multiple'>): boolean {
  const type = fieldTypeOf(field);
  return type === 'checkboxList' || (type === 'select' && field.multiple === true);
}

/** Whether a field offers choices. */
export function hasChoices(field: Pick<FormField, 'type'>): boolean {
  return ['select', 'radio', 'checkboxList'].includes(fieldTypeOf(field));
}

/** The choices of a field: `items` of a list of checkboxes, `options` of the others, each in place of the other. */
export function choicesOf(field: FormField): readonly FieldChoice[] {
  if (!hasChoices(field)) return [];
  const { items, options } = field;
  return (fieldTypeOf(field) === 'checkboxList' ? (items ?? options) : (options ?? items)) ?? [];
}

/** What a field holds before anything is filled in. */
export function emptyValue(field: Pick<FormField, 'type' | 'multiple' | 'min'>): FieldValue {
  if (takesSeveral(field)) return [];
  const type = fieldTypeOf(field);
  if (type === 'counter') return String(field.min ?? 0);
  return type === 'checkbox' ? false : '';
}

/** Whether a tidied value is there: an unticked box and an empty list are none. */
export function isFilled(value: FieldValue | undefined): boolean {
  if (typeof value === 'string') return value !== '';
  return typeof value === 'object' ? value.length > 0 : value === true;
}

/** Whether two values are the same. */
export function isSameValue(one: FieldValue, other: FieldValue): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/**
 * A value that came from outside, as the field holds it: numbers become texts, a single choice a list where the field
 * takes several. What the field cannot hold counts as nothing.
 */
export function fieldValueOf(field: FormField, value: unknown): FieldValue {
  if (takesSeveral(field)) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.map(textOf).filter((text) => text !== '');
  }
  if (fieldTypeOf(field) === 'checkbox')
    return value === true || value === 'true' || value === 1 || value === '1';
  return textOf(Array.isArray(value) ? value[0] : value);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * A value as it is checked and sent: without blanks around it, accents joined to their letters, a day and month with
 * leading zeros. Passwords stay as they were typed.
 */
export function tidyValue(field: FormField, value: FieldValue): FieldValue {
  const type = fieldTypeOf(field);
  // A text to be read holds nothing.
  if (type === 'info') return '';
  if (typeof value !== 'string' || type === 'password') return value;
  const text = value.normalize('NFC').trim();
  return type === 'dayMonth' ? paddedDayMonth(text) : text;
}

/** A day and month with leading zeros, `05-03` for `5-3`; any other text as it is. */
export function paddedDayMonth(text: string): string {
  const [, day = '', month = ''] = /^(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  return day === '' ? text : `${day.padStart(2, '0')}-${month.padStart(2, '0')}`;
}
