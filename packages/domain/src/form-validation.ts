import { typedAmount, isAmount } from './amount-counter.ts';
import { isEmailAddress } from './email-address.ts';
import { addDays, isCalendarDay, type CalendarDay } from './day.ts';
import {
  choicesOf,
  fieldTypeOf,
  hasChoices,
  isFilled,
  tidyValue,
  valueIn,
  type FieldValue,
  type FormField,
  type FormValues,
} from './form-field.ts';
import { visibleFields } from './form-visibility.ts';
import {
  brokenPasswordRules,
  passwordRuleMessages,
  type PasswordRule,
  type PasswordRules,
} from './password-rules.ts';
import type { LocalText, Language } from './texts.ts';

/** What can be wrong with a value, by the key of its text. */
export type FieldMessage =
  | 'messageRequired'
  | 'messageChecked'
  | 'messageUnsupportedCharacters'
  | 'messageEmail'
  | 'messageNumber'
  | 'messagePositiveInteger'
  | 'messageNotZero'
  | 'messageDate'
  | 'messagePastDate'
  | 'messageDayRange'
  | 'messageDayMonth'
  | 'messagePhone'
  | 'messageChoice'
  | 'messageAmount'
  | 'messageMaxLength'
  | 'messageMinLength'
  | 'messageRegexp'
  | 'messageEquals'
  | 'messagePasswords'
  | (typeof passwordRuleMessages)[PasswordRule];

/** Something wrong with a value. */
export type FieldError = {
  readonly message: FieldMessage;
  /** The number that the text speaks of: a length, or a last number of days. */
  readonly limit?: number;
  /** The canteen's own text, in place of that of the message. */
  readonly text?: LocalText;
};

/** The errors of a form, by the ids of the fields; a field without an error is not there. */
export type FormErrors = ReadonlyMap<string, readonly FieldError[]>;

/** What the checks need to know besides the form. */
export type FormContext = {
  /** Today in the canteen's zone. */
  readonly today: CalendarDay;
  /**
   * Whether a text matches a pattern of the settings; undefined where the pattern cannot be used, which then is no rule
   * (OQ-63). It has to answer in a time that grows no faster than the text, whatever the pattern.
   */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
};

/** A field whose value a form of the application checks in ways that the settings cannot ask for. */
export type CheckedField = FormField & {
  /** The id of the field whose value it has to repeat. */
  readonly repeats?: string | undefined;
  /** The rules of a new password. */
  readonly passwordRules?: PasswordRules | undefined;
  /** Says what else is wrong with a text that is filled in; undefined where nothing is. */
  readonly check?: ((text: string) => string | undefined) | undefined;
};

// Space to tilde, the letters of Latin-1 and Latin Extended-A, and the marks people write with.
const SUPPORTED = /^[ -~À-ÖØ-öø-ſ§°´¨€£„“”‚‘’«»–—…×÷±µ]*$/u;
const CONTROL = /\p{Cc}/u;

/** Whether each character of a text is supported; a text area may have line breaks. */
export function hasSupportedCharacters(
  text: string,
  { lineBreaks }: { readonly lineBreaks: boolean },
): boolean {
  return SUPPORTED.test(lineBreaks ? text.replace(/[\r\n]/g, '') : text);
}

/** Whether a text is a finite number with a decimal point or comma. */
export function isNumber(text: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(text) && Number.isFinite(Number(text.replace(',', '.')));
}

/** Whether a text is a telephone number: 6 to 15 digits, a plus before them and marks between them. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return /^\+?[\d(][\d\s\-/.()]*$/.test(text) && /[\d)]$/.test(text) && digits >= 6 && digits <= 15;
}

/** Whether a text is a day and month, `29-02`, of any year. */
export function isDayMonth(text: string): boolean {
  const [, day, month] = /^(\d{2})-(\d{2})$/.exec(text) ?? [];
  // A leap year has every day there is.
  return isCalendarDay(`2024-${month}-${day}`);
}

/** The number of characters as people count them. */
const lengthOf = (text: string) => Array.from(text).length;

/** What is wrong with a day. */
function dayError(day: string, field: FormField, { today }: FormContext): FieldError | undefined {
  if (!isCalendarDay(day)) return { message: 'messageDate' };
  if (field.inThePast && day >= today) return { message: 'messagePastDate' };
  const { daysAhead } = field;
  const isOutside = daysAhead !== undefined && (day < today || day > addDays(today, daysAhead));
  return isOutside ? { message: 'messageDayRange', limit: daysAhead } : undefined;
}

/** What is wrong with a filled-in text by the type of its field. */
function typeError(text: string, field: FormField, context: FormContext): FieldError | undefined {
  const wrongUnless = (holds: boolean, message: FieldMessage) => (holds ? undefined : { message });
  switch (fieldTypeOf(field)) {
    case 'text':
    case 'textarea': {
      const lineBreaks = fieldTypeOf(field) === 'textarea';
      return wrongUnless(hasSupportedCharacters(text, { lineBreaks }), 'messageUnsupportedCharacters');
    }
    case 'password':
      return wrongUnless(!CONTROL.test(text), 'messageUnsupportedCharacters');
    case 'email':
      return wrongUnless(isEmailAddress(text), 'messageEmail');
    case 'phone':
      return wrongUnless(isPhone(text), 'messagePhone');
    case 'number':
      return wrongUnless(isNumber(text), 'messageNumber');
    case 'counter':
      return wrongUnless(isAmount(text) && typedAmount(text, field) === Number(text), 'messageAmount');
    case 'date':
      return dayError(text, field, context);
    case 'dayMonth':
      return wrongUnless(isDayMonth(text), 'messageDayMonth');
    case 'select':
    case 'radio':
      return wrongUnless(
        choicesOf(field).some(({ value }) => value === text),
        'messageChoice',
      );
    case 'checkbox':
    case 'checkboxList':
    case 'info':
      return undefined;
  }
}

/** The first of the other rules that a filled-in text breaks. */
function ruleError(text: string, field: FormField, { matches }: FormContext): FieldError | undefined {
  const { positiveInteger, notZero, minLength, maxLength, validationRegExp, validationErrorMessage } = field;
  if (positiveInteger && !/^\+?0*[1-9]\d*$/.test(text)) return { message: 'messagePositiveInteger' };
  if (notZero && Number(text.replace(',', '.')) === 0) return { message: 'messageNotZero' };
  if (maxLength !== undefined && lengthOf(text) > maxLength)
    return { message: 'messageMaxLength', limit: maxLength };
  if (minLength !== undefined && lengthOf(text) < minLength)
    return { message: 'messageMinLength', limit: minLength };
  if (validationRegExp !== undefined && matches(validationRegExp, text) === false)
    return {
      message: 'messageRegexp',
      ...(validationErrorMessage !== undefined && { text: validationErrorMessage }),
    };
  return undefined;
}

/** Everything that is wrong with a new password by its rules. */
function passwordErrors(password: string, rules: PasswordRules): FieldError[] {
  return brokenPasswordRules(password, rules).map((rule) => ({
    message: passwordRuleMessages[rule],
    ...(rule === 'minLength' && { limit: rules.minLength }),
  }));
}

/** What is wrong with a choice of several. */
function choiceError(chosen: readonly string[], field: FormField): FieldError | undefined {
  const values = new Set(choicesOf(field).map(({ value }) => value));
  const areKnown = chosen.every((value) => values.has(value)) && new Set(chosen).size === chosen.length;
  return areKnown ? undefined : { message: 'messageChoice' };
}

/**
 * What is wrong with the value of a field that is shown: the first rule it breaks, and of a new password every one. An
 * empty value only breaks the rule that something is required. A field that cannot be changed is not checked: nobody
 * could mend it.
 */
export function fieldErrors(
  field: CheckedField,
  values: FormValues,
  context: FormContext,
): readonly FieldError[] {
  const type = fieldTypeOf(field);
  if (field.disabled || type === 'info') return [];
  const value = tidyValue(field, valueIn(values, field.id) ?? '');
  if (!isFilled(value)) {
    // A repetition that was left out differs from what it repeats.
    if (field.repeats !== undefined && isFilled(valueIn(values, field.repeats)))
      return [repetitionError(field)];
    if (!field.required) return [];
    return [{ message: type === 'checkbox' ? 'messageChecked' : 'messageRequired' }];
  }
  return filledErrors(field, value, values, context);
}

function repetitionError(field: CheckedField): FieldError {
  return { message: fieldTypeOf(field) === 'password' ? 'messagePasswords' : 'messageEquals' };
}

function filledErrors(
  field: CheckedField,
  value: FieldValue,
  values: FormValues,
  context: FormContext,
): readonly FieldError[] {
  const listed = (error: FieldError | undefined) => (error ? [error] : []);
  if (typeof value === 'object') return listed(choiceError(value, field));
  if (typeof value === 'boolean') return [];
  const error = typeError(value, field, context);
  if (error) return [error];
  if (field.passwordRules) {
    const broken = passwordErrors(value, field.passwordRules);
    if (broken.length > 0) return broken;
  }
  if (field.repeats !== undefined && value !== tidyValue(field, valueIn(values, field.repeats) ?? ''))
    return [repetitionError(field)];
  const own = field.check?.(value);
  if (own !== undefined) return [{ message: 'messageRegexp', text: own }];
  // Patterns and lengths are rules of what is typed.
  return hasChoices(field) ? [] : listed(ruleError(value, field, context));
}

/** What is wrong with the values of a form. Fields that are hidden are not checked. */
export function formErrors(
  fields: readonly CheckedField[],
  values: FormValues,
  context: FormContext,
): FormErrors {
  const wrong = visibleFields(fields, values)
    .map((field) => [field.id, fieldErrors(field, values, context)] as const)
    .filter(([, errors]) => errors.length > 0);
  return new Map(wrong);
}

/**
 * The canteen's own text of an error for a reader of a language: that language, else English. Undefined where neither is
 * there, and then 'Validation error' is said.
 */
export function ownErrorText(text: LocalText, language: Language): string | undefined {
  return (typeof text === 'string' ? text : text[language] || text.en) || undefined;
}
