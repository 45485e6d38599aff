import type { Failure } from '@refectory/contract/errors';
import {
  emptyValue,
  isSameValue,
  tidyValue,
  type FieldValue,
  type FormValues,
} from '@refectory/domain/form-field';
import { formErrors, type FormContext } from '@refectory/domain/form-validation';
import { visibleFields } from '@refectory/domain/form-visibility';
import type { MessageKey } from '@refectory/translations/messages';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch, type KeepStateOptions } from 'react-hook-form';
import { useTranslations } from 'use-intl';

import { useSubmission } from '#platform/api/action.ts';
import { describeFailure } from '#platform/api/describe-error.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { useToday } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { CountingNote, ErrorSummary, FormEnd, FormGroup, FormLayout } from '#ui/form-layout.tsx';

import { ControlledField, type FormState } from './controlled-field.tsx';
import { stateName, type ScreenField } from './screen-field.ts';
import { useDraft } from './use-draft.ts';
import { useFieldWords } from './use-field-words.ts';
import { useFormToasts } from './use-form-toasts.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { usePatterns } from './use-patterns.ts';

/** A code of the check of a form as a whole: its text is `FormErrors.{code}`. */
export type FormErrorCode =
  Extract<MessageKey, `FormErrors.${string}`> extends `FormErrors.${infer Code}` ? Code : never;

/** What stands in the way of sending values, in words. */
export type FormObstacle = {
  readonly note?: ReactNode;
  /** The note counts, so that it is announced once, and not with every number. */
  readonly isCounting?: boolean | undefined;
  /** Nothing: they can be sent all the same. The press: it is told then. The button: it cannot be pressed. */
  readonly stops: 'nothing' | 'press' | 'button';
};

/** Fields under a heading. */
export type FieldGroup = { readonly title?: string | undefined; readonly fields: readonly ScreenField[] };

/** Why a form was not sent, besides what is wrong with its fields. */
type Blocked = { readonly codes: readonly FormErrorCode[]; readonly isByObstacle?: boolean | undefined };

/**
 * A form of fields. It checks them by the rules of the domain, sends their values, and tells what became of it in the form
 * and in a notification. Whatever fails, what was typed stays.
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
  shownAfter = (sent) => sent,
  clearsAfter = false,
  isGuarded = false,
  keptAs,
  obstacleOf,
  fieldOf,
}: {
  /** What the form is called by a screen reader. */
  label: string;
  groups: readonly FieldGroup[];
  /**
   * What the fields hold at first; nothing where a field is missing. When it changes, the fields follow it, except those
   * in which something was typed.
   */
  start?: FormValues | undefined;
  /** Values without a field that visibility rules may name. */
  extraValues?: FormValues | undefined;
  /** Changes the values before they are sent; the fields show the change once they were sent. */
  adjust?: ((values: FormValues) => FormValues) | undefined;
  /** Checks the form as a whole, once its fields are without an error. */
  validate?: ((values: FormValues) => readonly FormErrorCode[]) | undefined;
  /** Sends the values; throws `ApiError`. */
  send: (values: FormValues) => Promise<Answer>;
  onSent?: ((answer: Answer) => void | Promise<void>) | undefined;
  /** What is said of any failure; the server's own words follow it. */
  failedText: MessageKey;
  submitLabel: string | ((values: FormValues) => string);
  /** What the fields show once values were sent, where that is not what was sent. */
  shownAfter?: ((sent: FormValues, answer: Answer) => FormValues) | undefined;
  /** The fields are empty again after a success. */
  clearsAfter?: boolean | undefined;
  /** Asks before values that were not sent are left. */
  isGuarded?: boolean | undefined;
  /** What was typed when the session ended is there again for the same customer, under this name. */
  keptAs?: string | undefined;
  /** What stands in the way of sending these values now, although they are right. */
  obstacleOf?: ((values: FormValues) => FormObstacle | undefined) | undefined;
  /** The id of the field that a refusal is about: the reason stands there until its value is another one. */
  fieldOf?: ((failure: Failure) => string | undefined) | undefined;
}) {
  const toasts = useFormToasts();
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

  const begin = stateOf(start);
  const form = useForm<FormState>({
    defaultValues: begin,
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
  const { isDirty, dirtyFields, touchedFields, submitCount, isSubmitting } = form.formState;
  const values = valuesOf(useWatch({ control: form.control }) as FormState);
  const shown = new Set(visibleFields(fields, values).map(({ id }) => id));
  const wrong = formErrors(fields, values, checkWith(patterns.loaded?.matches ?? (() => undefined)));
  /** Why nothing was sent, besides what is wrong with the fields; undefined where the last attempt was sent. */
  const [blocked, setBlocked] = useState<Blocked>();
  const notes = useRef<HTMLOutputElement>(null);
  const isUnderWay = useRef(false);
  const isLeavable = useRef(false);
  /** The field that the last attempt was refused for, with the value that was sent. */
  const [refused, setRefused] = useState<{ readonly id: string; readonly value: FieldValue }>();
  const lastSent = useRef<FormState>({});
  useLeaveGuard(() => isDirty && !isLeavable.current, isGuarded);
  useDraft(keptAs, {
    unsent: () => (isDirty ? valuesOf(form.getValues()) : undefined),
    restore: (draft) => {
      for (const [name, value] of Object.entries(stateOf(draft)))
        form.setValue(name, value, { shouldDirty: true });
    },
  });

  /** Takes these values for the saved ones. A field shows its one, unless it was changed since it was `before`. */
  const settle = (saved: FormState, before: FormState, keeps: KeepStateOptions = {}) => {
    const all = { ...(form.formState.defaultValues as FormState), ...saved };
    const now = form.getValues();
    form.reset(all, { ...keeps, keepValues: true });
    for (const [name, value] of Object.entries(all)) {
      const typed = now[name] ?? value;
      const isUnchanged = isSameValue(typed, before[name] ?? typed);
      form.setValue(name, isUnchanged ? value : typed, { shouldDirty: true });
    }
  };
  const followStart = useEffectEvent(() =>
    settle(begin, form.formState.defaultValues as FormState, { keepSubmitCount: true, keepTouched: true }),
  );
  const beginKey = JSON.stringify(begin);
  const followed = useRef(beginKey);
  useEffect(() => {
    if (followed.current === beginKey) return;
    followed.current = beginKey;
    followStart();
  }, [beginKey]);

  /** Whoever went on in another form stays there. */
  const isStillHere = () => {
    const focused = document.activeElement;
    return focused === document.body || notes.current?.closest('form')?.contains(focused) === true;
  };
  const sendTyped = async (sent: FormValues, typed: FormState) => ({ answer: await send(sent), sent, typed });
  const submission = useSubmission(sendTyped, {
    errorsGoTo: 'form',
    onSuccess: async ({ answer, sent, typed }) => {
      isLeavable.current = true;
      try {
        settle(stateOf(clearsAfter ? {} : shownAfter(sent, answer)), typed);
        await onSent?.(answer);
      } finally {
        isLeavable.current = false;
      }
    },
    onFailure: (failure) => {
      const id = fieldOf?.(failure) ?? '';
      const name = stateName(id);
      const value = lastSent.current[name];
      // What was typed meanwhile was not refused.
      if (value !== undefined && isSameValue(form.getValues(name) ?? '', value)) {
        setRefused({ id, value });
        if (isStillHere()) form.setFocus(name);
      }
      const reason = describeFailure(failure);
      if (reason) toasts.tell({ messageKey: failedText, isFromServer: false, reason });
    },
  });
  const showFailure = useEffectEvent(() => {
    // At its field the focus is on it.
    if (!refused && isStillHere()) notes.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (submission.failure) showFailure();
  }, [submission.failure]);
  // Checking the fields is part of it; what follows a success too.
  const isBusy = isSubmitting || submission.isPending;
  const block = (why: Blocked) => {
    flushSync(() => setBlocked(why));
    // Moves the focus to the reason why nothing was sent, for people with a keyboard.
    if (why.codes.length > 0 || why.isByObstacle) notes.current?.focus();
  };
  const sendIfRight = async (state: FormState) => {
    const sent = adjust(tidied(valuesOf(state)));
    const codes = validate?.(sent) ?? [];
    if (codes.length > 0) {
      block({ codes });
      toasts.tellWrongSoon();
      return;
    }
    toasts.fieldsAreRight();
    const obstacle = obstacleOf?.(sent);
    if (obstacle && obstacle.stops !== 'nothing') {
      block({ codes, isByObstacle: true });
      return;
    }
    setBlocked(undefined);
    setRefused(undefined);
    lastSent.current = state;
    toasts.takeBack();
    await submission.run(sent, { ...state });
  };
  const tellWrongFields = () => {
    block({ codes: [] });
    toasts.tellWrongSoon();
    const state = valuesOf(form.getValues());
    const first = formErrors(fields, state, checkWith(patterns.loaded?.matches ?? (() => undefined)))
      .keys()
      .next().value;
    if (first !== undefined) form.setFocus(stateName(first));
  };
  const submit = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await form.handleSubmit(sendIfRight, tellWrongFields)();
    } finally {
      isUnderWay.current = false;
    }
  };

  const isTold = ({ id, toldFrom }: ScreenField) => {
    if (submitCount > 0) return true;
    const isChanged = Boolean(dirtyFields[stateName(id)]);
    return (
      isChanged &&
      (toldFrom === 'typing' || (toldFrom === 'leaving' && touchedFields[stateName(id)] === true))
    );
  };
  const lastId = groups.flatMap((group) => group.fields).findLast(({ id }) => shown.has(id))?.id;
  const toldFields = fields.filter((field) => shown.has(field.id) && wrong.has(field.id) && isTold(field));
  const reason = blocked || !submission.failure ? undefined : describeFailure(submission.failure);
  const refusedField =
    refused && isSameValue(values[refused.id] ?? '', refused.value) ? refused.id : undefined;
  const obstacle = obstacleOf?.(values);
  // What is told at the press goes with the obstacle, such as a wait that is over.
  const isObstacleTold = obstacle?.stops !== 'press' || blocked?.isByObstacle;
  const told = isObstacleTold ? obstacle?.note : undefined;
  return (
    <FormLayout
      aria-label={label}
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
                refusal={reason && field.id === refusedField ? textOf(reason) : undefined}
                enterKey={field.id === lastId ? 'send' : 'next'}
                words={words}
              />
            ))}
          </FormGroup>
        ))}
      <FormEnd
        notesRef={notes}
        notes={[
          ...(told === undefined
            ? []
            : [obstacle?.isCounting ? <CountingNote key="count">{told}</CountingNote> : told]),
          ...(blocked?.codes ?? []).map((code) =>
            t(t.has(`FormErrors.${code}`) ? `FormErrors.${code}` : 'Form.validationError'),
          ),
          // At its field the reason is not said twice.
          ...(reason
            ? [
                textOf({
                  messageKey: failedText,
                  isFromServer: false,
                  reason: refused ? undefined : reason,
                }),
              ]
            : []),
        ]}
        summary={
          blocked &&
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
        <Button type="submit" busy={isBusy} disabled={obstacle?.stops === 'button'}>
          {typeof submitLabel === 'string' ? submitLabel : submitLabel(values)}
        </Button>
      </FormEnd>
    </FormLayout>
  );
}
