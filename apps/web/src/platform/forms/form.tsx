import { type Failure } from '@refectory/contract/errors';
import { emptyValue, tidyValue, type FieldValue, type FormValues } from '@refectory/domain/form-field';
import { formErrors, type FormContext } from '@refectory/domain/form-validation';
import { visibleFields } from '@refectory/domain/form-visibility';
import type { MessageKey } from '@refectory/translations/messages';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useController, useForm, useWatch, type Control } from 'react-hook-form';
import { useTranslations } from 'use-intl';

import { useSubmission } from '#platform/api/action.ts';
import { describeFailure } from '#platform/api/describe-error.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { usePlatform, useToday } from '#platform/platform.ts';
import { warnOperator } from '#platform/settings/warn-operator.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, FormEnd, FormGroup, FormLayout } from '#ui/form-layout.tsx';

import { FieldControl } from './field-control.tsx';
import { patternPart } from './pattern-part.ts';
import { stateName, type ScreenField } from './screen-field.ts';
import { useFieldWords, type FieldWords } from './use-field-words.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

/** A code of a form-level validator: its text is `FormErrors.{code}`. // spec §5 */
export type FormErrorCode =
  Extract<MessageKey, `FormErrors.${string}`> extends `FormErrors.${infer Code}` ? Code : never;

/** Fields under a heading. */
export type FieldGroup = { readonly title?: string | undefined; readonly fields: readonly ScreenField[] };

/** A message of a failed submission is told in the form and as a notification. // spec §8 */
const TOAST_DELAY_MS = 500;

type FormState = Record<string, FieldValue>;

/**
 * A form of fields: it checks them by the rules of the domain, sends their values and tells what became of it. Whatever
 * fails, what was typed stays. // spec §5
 */
export function Form<Answer>({
  label,
  groups,
  start = {},
  extraValues = {},
  adjust = (values) => values,
  validate,
  send,
  onSent,
  failedText,
  submitLabel,
  clearsAfter = false,
  isGuarded = false,
  beside,
}: {
  /** What the form is called by a screen reader. */
  label: string;
  groups: readonly FieldGroup[];
  /** What the fields hold at first; nothing where a field is missing. */
  start?: FormValues | undefined;
  /** Values without a field that rules may ask for. */
  extraValues?: FormValues | undefined;
  /** Changes values before they are sent, in the form too. */
  adjust?: ((values: FormValues) => FormValues) | undefined;
  /** Checks the form as a whole, once its fields are without an error. */
  validate?: ((values: FormValues) => readonly FormErrorCode[]) | undefined;
  /** Sends the values; throws `ApiError`. */
  send: (values: FormValues) => Promise<Answer>;
  onSent?: ((answer: Answer) => void | Promise<void>) | undefined;
  /** What is said of any failure; the server's own words stand below it. */
  failedText: MessageKey;
  submitLabel: string;
  /** The fields are empty again after a success. */
  clearsAfter?: boolean | undefined;
  /** Asks before values that were not sent are left. */
  isGuarded?: boolean | undefined;
  /** Another step beside the button. */
  beside?: ReactNode;
}) {
  const { toasts } = usePlatform();
  const words = useFieldWords();
  const t = useTranslations();
  const textOf = useMessageText();
  const today = useToday();
  const fields = groups.flatMap((group) => group.fields);
  const patterns = usePatterns(fields);
  const checkWith = (matches: FormContext['matches']): FormContext => ({ today, matches });
  const valuesOf = (state: FormState): FormValues => ({
    ...extraValues,
    ...Object.fromEntries(fields.map((field) => [field.id, state[stateName(field.id)] ?? emptyValue(field)])),
  });
  const tidied = (typed: FormValues): FormValues => ({
    ...typed,
    ...Object.fromEntries(
      fields.map((field) => [field.id, tidyValue(field, typed[field.id] ?? emptyValue(field))]),
    ),
  });
  const stateOf = (values: FormValues): FormState =>
    Object.fromEntries(fields.map((field) => [stateName(field.id), values[field.id] ?? emptyValue(field)]));

  const form = useForm<FormState>({
    defaultValues: stateOf(start),
    shouldFocusError: false,
    resolver: async (state) => {
      const matches = (await patterns.ready())?.matches ?? (() => undefined);
      const wrong = formErrors(fields, valuesOf(state), checkWith(matches));
      if (wrong.size === 0) return { values: state, errors: {} };
      return {
        values: {},
        errors: Object.fromEntries([...wrong.keys()].map((id) => [stateName(id), { type: 'rule' }])),
      };
    },
  });
  const { isDirty, dirtyFields, touchedFields, submitCount } = form.formState;
  const values = valuesOf(useWatch({ control: form.control }) as FormState);
  const shown = new Set(visibleFields(fields, values).map(({ id }) => id));
  const wrong = formErrors(fields, values, checkWith(patterns.loaded?.matches ?? (() => undefined)));
  const [codes, setCodes] = useState<readonly FormErrorCode[]>([]);
  const [isBlocked, setBlocked] = useState(false);
  const tellBlocked = useDelayedToast();
  const isLeavable = useRef(false);
  useLeaveGuard(() => isDirty && !isLeavable.current, isGuarded);

  const submission = useSubmission(send, {
    errorsGoTo: 'form',
    onSuccess: async (answer) => {
      isLeavable.current = true;
      form.reset(clearsAfter ? stateOf({}) : form.getValues());
      await onSent?.(answer);
      isLeavable.current = false;
    },
    onFailure: (failure) => {
      if (describeFailure(failure)) toasts.add({ messageKey: failedText, tone: 'error' });
    },
  });
  const refuse = (found: readonly FormErrorCode[]) => {
    setCodes(found);
    setBlocked(true);
    tellBlocked.later();
  };
  const submit = form.handleSubmit(
    async (state) => {
      const sent = adjust(tidied(valuesOf(state)));
      const found = validate?.(sent) ?? [];
      if (found.length > 0) {
        refuse(found);
        return;
      }
      tellBlocked.never();
      setCodes([]);
      setBlocked(false);
      for (const field of fields) {
        const value = sent[field.id];
        if (value !== undefined) form.setValue(stateName(field.id), value, { shouldDirty: true });
      }
      await submission.run(sent);
    },
    () => {
      refuse([]);
      const state = valuesOf(form.getValues());
      const first = formErrors(fields, state, checkWith(patterns.loaded?.matches ?? (() => undefined)))
        .keys()
        .next().value;
      if (first !== undefined) form.setFocus(stateName(first));
    },
  );

  const isTold = ({ id, toldFrom }: ScreenField) => {
    if (submitCount > 0) return true;
    const isChanged = Boolean(dirtyFields[stateName(id)]);
    return (
      isChanged &&
      (toldFrom === 'typing' || (toldFrom === 'leaving' && touchedFields[stateName(id)] === true))
    );
  };
  const toldFields = fields.filter((field) => shown.has(field.id) && wrong.has(field.id) && isTold(field));
  const failure = isBlocked ? undefined : submission.failure;
  return (
    <FormLayout
      aria-label={label}
      aria-busy={submission.isPending || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!submission.isPending) void submit(event);
      }}
    >
      {groups
        .map((group) => ({ ...group, fields: group.fields.filter(({ id }) => shown.has(id)) }))
        .filter((group) => group.fields.length > 0)
        .map((group, index) => (
          // Groups never change their order.
          <FormGroup key={index} title={group.title}>
            {group.fields.map((field) => (
              <ControlledField
                key={field.id}
                control={form.control}
                field={field}
                errors={isTold(field) ? (wrong.get(field.id) ?? []) : []}
                words={words}
              />
            ))}
          </FormGroup>
        ))}
      <FormEnd
        notes={[
          ...codes.map((code) =>
            t.has(`FormErrors.${code}`) ? t(`FormErrors.${code}`) : t('Form.validationError'),
          ),
          ...failureNotes(failure, t(failedText), textOf),
        ]}
        summary={
          isBlocked &&
          toldFields.length > 1 && (
            <ErrorSummary
              title={t('Form.summary', { count: toldFields.length })}
              fields={toldFields.map((field) => ({
                key: field.id,
                label: words.labelOf(field),
                onFollow: () => form.setFocus(stateName(field.id)),
              }))}
            />
          )
        }
      >
        <Button type="submit" busy={submission.isPending}>
          {submitLabel}
        </Button>
        {beside}
      </FormEnd>
    </FormLayout>
  );
}

/** What is said below a form whose submission failed: what failed, and why. */
function failureNotes(
  failure: Failure | undefined,
  failed: string,
  textOf: ReturnType<typeof useMessageText>,
): readonly string[] {
  const why = failure && describeFailure(failure);
  if (!why) return [];
  const words = textOf(why);
  return words === failed ? [failed] : [`${failed} ${words}`];
}

function ControlledField({
  control,
  field,
  ...shown
}: {
  control: Control<FormState>;
  field: ScreenField;
  errors: Parameters<typeof FieldControl>[0]['errors'];
  words: FieldWords;
}) {
  const today = useToday();
  const { field: state } = useController({
    control,
    name: stateName(field.id),
    defaultValue: emptyValue(field),
  });
  return (
    <FieldControl
      {...shown}
      field={field}
      today={today}
      value={state.value ?? emptyValue(field)}
      focusRef={state.ref}
      onChange={state.onChange}
      onBlur={state.onBlur}
    />
  );
}

/** The engine of patterns, where a field has one; a form that cannot fetch it leaves patterns to the server. */
function usePatterns(fields: readonly ScreenField[]) {
  const patterns = fields.map(({ validationRegExp }) => validationRegExp).filter((one) => one !== undefined);
  const isNeeded = patterns.length > 0;
  const { loaded } = useLatePart(patternPart, isNeeded);
  const source = patterns.join('\n');
  useEffect(() => {
    for (const pattern of loaded ? source.split('\n') : []) {
      const why = loaded?.whyUnusable(pattern);
      if (why !== undefined) warnOperator(`The pattern "${pattern}" of a field is ignored: ${why}.`);
    }
  }, [loaded, source]);
  return {
    loaded,
    ready: () => (isNeeded ? patternPart.load().catch(() => undefined) : Promise.resolve(undefined)),
  };
}

/** Tells that a form was not sent, once for all attempts that come in quick succession. // spec §5, §9 */
function useDelayedToast() {
  const { toasts } = usePlatform();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const never = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = () => {
    never();
    timer.current = setTimeout(
      () => toasts.add({ messageKey: 'Toasts.formValidationFailed', tone: 'error' }),
      TOAST_DELAY_MS,
    );
  };
  return { later, never };
}
