import { addDays, isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import {
  choicesOf,
  fieldTypeOf,
  hasChoices,
  takesSeveral,
  tidyValue,
  type FieldValue,
} from '@refectory/domain/form-field';
import type { FieldError } from '@refectory/domain/form-validation';
import { isAmount } from '@refectory/domain/amount-counter';
import { passwordRuleMessages, passwordRulesInForce } from '@refectory/domain/password-rules';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import { Chip, ChipRow } from '#ui/chip.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { ChoiceGroup } from '#ui/choice-group.tsx';
import { CounterField } from '#ui/counter-field.tsx';
import { Field } from '#ui/field.tsx';
import { InfoField } from '#ui/info-field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { RuleList } from '#ui/rule-list.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';

import { autoCompleteOf, keyboardOf, type ScreenField } from './screen-field.ts';
import type { FieldWords } from './use-field-words.ts';

/** What a date holds while its control shows something that is no date: the browser does not tell what. */
const UNREADABLE = '?';

/** The control of a field by its type. */
export function FieldControl({
  field,
  value,
  errors,
  refusal,
  today,
  words,
  enterKey,
  focusRef,
  onChange,
  onBlur,
}: {
  field: ScreenField;
  value: FieldValue;
  /** What is wrong and is told. */
  errors: readonly FieldError[];
  /** Why the server refused what it holds. */
  refusal?: string | undefined;
  today: CalendarDay;
  words: FieldWords;
  /** What the Enter key of a phone's keyboard says that it does. */
  enterKey: 'next' | 'send';
  /** Takes the element that gets the focus. */
  focusRef: (element: HTMLElement | null) => void;
  onChange: (value: FieldValue) => void;
  onBlur: () => void;
}) {
  const { text, labelOf, errorOf } = words;
  const t = useTranslations('Form');
  const type = fieldTypeOf(field);
  const link = field.link && <FieldLink link={field.link} words={words} />;
  const told = errors.map((error) => errorOf(field, error));
  const frame = {
    label: labelOf(field),
    hint: link ?? field.hint,
    error: told[0] ?? refusal,
    required: field.required ?? false,
    disabled: field.disabled ?? false,
  };
  const typed = typeof value === 'string' ? value : '';
  const placeholder = text(field.placeholder) || undefined;
  const input = {
    ...frame,
    name: field.id,
    ref: focusRef,
    value: typed,
    placeholder,
    autoComplete: autoCompleteOf(field),
    enterKeyHint: enterKey,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
    onBlur,
  } as const;

  if (type === 'info') return <InfoField text={text(field.label)} link={link} />;
  if (type === 'radio' || (hasChoices(field) && takesSeveral(field))) {
    const several = takesSeveral(field);
    return (
      <ChoiceGroup
        {...frame}
        several={several}
        choices={choicesOf(field).map((choice) => ({ value: choice.value, label: text(choice.label) }))}
        chosen={typeof value === 'object' ? value : typed === '' ? [] : [typed]}
        keepsLast={field.required}
        requiredText={t('required')}
        firstRef={focusRef}
        onChoose={(chosen) => onChange(several ? chosen : (chosen[0] ?? ''))}
        onBlur={onBlur}
      />
    );
  }
  switch (type) {
    case 'checkbox':
      return (
        <CheckboxField
          {...frame}
          name={field.id}
          ref={focusRef}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
        />
      );
    case 'select': {
      const choices = choicesOf(field).map((choice) => ({ value: choice.value, label: text(choice.label) }));
      const none = { value: '', label: placeholder ?? (field.required ? t('choose') : t('noChoice')) };
      return (
        <Select
          {...frame}
          name={field.id}
          ref={focusRef}
          autoComplete={autoCompleteOf(field)}
          // What was chosen once is not taken back where something is required.
          options={field.required && typed !== '' ? choices : [none, ...choices]}
          value={typed}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      );
    }
    case 'counter':
      return (
        <CounterField
          {...frame}
          lessLabel={t('less')}
          moreLabel={t('more')}
          value={isAmount(typed) ? Number(typed) : (field.min ?? 0)}
          limits={field}
          onChange={(amount) => onChange(String(amount))}
        />
      );
    case 'date': {
      const { daysAhead, inThePast } = field;
      // Half a date is no value to the browser.
      const look = (element: HTMLInputElement) => {
        if (element.validity.badInput) onChange(UNREADABLE);
        else if (element.value !== typed) onChange(element.value);
      };
      return (
        <Field
          {...input}
          type="date"
          value={isCalendarDay(typed) ? typed : ''}
          min={daysAhead === undefined ? undefined : today}
          max={
            daysAhead === undefined
              ? inThePast
                ? addDays(today, -1)
                : '9999-12-31'
              : addDays(today, daysAhead)
          }
          onKeyUp={(event) => look(event.currentTarget)}
          onBlur={(event) => {
            look(event.currentTarget);
            onBlur();
          }}
        />
      );
    }
    case 'dayMonth':
      return (
        <Field
          {...input}
          placeholder={placeholder ?? t('dayMonthPattern')}
          onBlur={() => {
            onChange(tidyValue(field, typed));
            onBlur();
          }}
        />
      );
    case 'textarea':
      return <TextArea {...input} enterKeyHint="enter" rows={field.rows ?? 4} />;
    case 'password':
      return (
        <PasswordField
          {...input}
          {...passwordFrame(field, typed, errors, frame, words, t)}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
        />
      );
    default:
      return (
        <>
          {field.suggested && (
            <ChipRow label={field.suggested.label} breaks>
              {field.suggested.texts.map((one) => (
                <Chip
                  key={one.value}
                  pressed={typed === one.value}
                  onToggle={(isOn) => onChange(isOn ? one.value : '')}
                >
                  {text(one.label)}
                </Chip>
              ))}
            </ChipRow>
          )}
          <Field {...input} {...keyboardOf(field)} />
        </>
      );
  }
}

/** A new password has its rules below it in place of one error. */
function passwordFrame(
  field: ScreenField,
  typed: string,
  errors: readonly FieldError[],
  frame: { readonly hint: ReactNode; readonly error: string | undefined },
  { errorOf }: FieldWords,
  t: FieldWords['t'],
) {
  const { passwordRules } = field;
  if (!passwordRules) return frame;
  const ofRules = new Set<string>(Object.values(passwordRuleMessages));
  const broken = errors.filter(({ message }) => ofRules.has(message)).map((error) => errorOf(field, error));
  const rules = passwordRulesInForce(passwordRules).map((rule) =>
    t(passwordRuleMessages[rule], { limit: passwordRules.minLength }),
  );
  // What is wrong besides the rules is not called good beside it.
  const isUntold = typed === '' || (frame.error !== undefined && broken.length === 0);
  return {
    hint: <RuleList rules={rules} broken={isUntold ? undefined : broken} keptText={t('passwordKept')} />,
    error: broken.length > 0 ? undefined : frame.error,
    'aria-invalid': errors.length > 0 || undefined,
  };
}

function FieldLink({ link, words }: { link: NonNullable<ScreenField['link']>; words: FieldWords }) {
  const label = words.text(link.label);
  return (
    <>
      {label !== '' && `${label} `}
      <a href={link.url} target={link.target} rel="noopener noreferrer">
        {words.text(link.text)}
      </a>
    </>
  );
}
