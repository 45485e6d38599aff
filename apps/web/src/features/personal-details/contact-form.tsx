import type { Customer } from '@refectory/contract/customer';
import { ApiError } from '@refectory/contract/errors';
import { customerTypes, typeOf } from '@refectory/domain/customer';
import { isAnotherAddress } from '@refectory/domain/email-address';
import {
  customerFormFields,
  groupedFields,
  startingValues,
  updatePayload,
  withoutNeedlessPreference,
} from '@refectory/domain/form-customer';
import {
  choicesOf,
  emptyValue,
  isFilled,
  isSameValue,
  tidyValue,
  type FieldValue,
  type FormField,
  type FormValues,
} from '@refectory/domain/form-field';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import { Form } from '#platform/forms/form.tsx';
import { useFieldWords } from '#platform/forms/use-field-words.ts';
import { usePlatform } from '#platform/platform.ts';
import { AccountFacts } from '#ui/account-facts.tsx';
import { FormSection } from '#ui/form-layout.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';

import { WantedEmailNote } from './wanted-email-note.tsx';

/** The form of what the customer can change, and above it what only the canteen can. */
export function ContactForm({ customer }: { customer: Customer }) {
  const platform = usePlatform();
  const { settings, toasts, queries, query, call, snapshot } = platform;
  const t = useTranslations('Profile');
  const tForm = useTranslations('Form');
  const words = useFieldWords();
  const type = typeOf(customer);
  const fields = customerFormFields(settings.customerFields, type, 'update');
  // The note about it stands below the whole form, where a save is answered.
  const wanted = customer.wantedEmail;
  const groups = groupedFields(fields, settings.dataGroups).map((part) => ({
    title: part.group && words.text(part.group.title),
    fields: part.fields.map((field) =>
      field.id === 'email' && wanted !== undefined ? { ...field, hint: t('wantedHint', { wanted }) } : field,
    ),
  }));
  const begun = startingValues(fields, customer);
  const save = async (typed: FormValues) => {
    const { customerId } = snapshot.getState().session;
    // An address may have been proven elsewhere since the page was opened: what was not changed here is not changed back.
    const stored = await call('getCustomer', undefined);
    // Nothing that one customer typed is saved for the next one.
    if (snapshot.getState().session.customerId !== customerId) throw new ApiError({ kind: 'session-ended' });
    const fresh = startingValues(fields, stored);
    const values = { ...typed };
    for (const field of fields) {
      const { id } = field;
      const empty = emptyValue(field);
      if (isSameValue(typed[id] ?? empty, tidyValue(field, begun[id] ?? empty)))
        values[id] = fresh[id] ?? empty;
    }
    await act(platform, 'updateCustomer', { body: updatePayload(stored, type, fields, values) });
    const { email } = values;
    const isWanted =
      snapshot.getState().session.capabilities?.emailChange === true &&
      typeof email === 'string' &&
      isAnotherAddress(email, stored.email);
    if (!isWanted) return { isWanted, values };
    // What is said of the wanted address comes as the field goes back to the one that counts.
    await rereadChanged(queries, 'updateCustomer');
    const counting = queries.getQueryData(query('getCustomer', undefined).queryKey) ?? stored;
    return { isWanted, values: { ...values, email: counting.email ?? '' } };
  };
  return (
    <FormSection title={t('contact')}>
      {settings.allowCompany && (
        <SegmentedControl
          label={tForm('customerType')}
          value={type}
          disabled
          options={customerTypes.map((value) => ({
            value,
            label: tForm(value === 'Person' ? 'person' : 'company'),
          }))}
        />
      )}
      <ShownFields customer={customer} edited={fields} />
      <Form
        label={t('contact')}
        groups={groups}
        start={begun}
        extraValues={{ type }}
        isGuarded
        adjust={(values) => withoutNeedlessPreference(fields, values, settings.addressFields)}
        failedText="Profile.messageSaveFail"
        submitLabel={t('save')}
        send={save}
        shownAfter={(_, { values }) => values}
        onSent={async ({ isWanted }) => {
          toasts.add({ messageKey: 'Profile.messageSaveSuccess', tone: 'success' });
          if (!isWanted) await rereadChanged(queries, 'updateCustomer');
        }}
      />
      <WantedEmailNote customer={customer} />
    </FormSection>
  );
}

/** The fields that are only shown; one that can be changed too stands in the form. */
function ShownFields({ customer, edited }: { customer: Customer; edited: readonly FormField[] }) {
  const { settings } = usePlatform();
  const words = useFieldWords();
  const t = useTranslations('Profile');
  const shown = customerFormFields(settings.customerFields, typeOf(customer), 'show').filter(
    ({ id }) => !edited.some((field) => field.id === id),
  );
  const values = startingValues(shown, customer);
  const textOf = (field: FormField, value: FieldValue): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    const labels = new Map(choicesOf(field).map((choice) => [choice.value, words.text(choice.label)]));
    return [value]
      .flat()
      .map((one) => labels.get(one) ?? one)
      .join(', ');
  };
  const facts = shown
    .map((field) => ({ field, value: values[field.id] ?? '' }))
    .filter(({ value }) => isFilled(value) || value === false)
    .map(({ field, value }) => ({ label: words.labelOf(field), value: textOf(field, value) }));
  return facts.length > 0 && <AccountFacts facts={facts} />;
}
