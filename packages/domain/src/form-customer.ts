import type { CustomerType } from './customer.ts';
import { isSameAddress } from './email-address.ts';
import {
  choicesOf,
  emptyValue,
  fieldTypeOf,
  fieldValueOf,
  isFilled,
  takesSeveral,
  tidyValue,
  valueIn,
  type FieldValue,
  type FormField,
  type FormValues,
} from './form-field.ts';
import { visibleFields } from './form-visibility.ts';

/** The fields that a customer has by name, besides the type; any other is an entry of `additionalData`. */
export const directFields = ['userName', 'companyName', 'firstName', 'lastName', 'email'] as const;
export type DirectField = (typeof directFields)[number];

/** Whether a field is one that a customer has by name. */
export function isDirectField(id: string): id is DirectField {
  return (directFields as readonly string[]).includes(id);
}

/** A value of a field of the canteen's own. */
export type AdditionalEntry = {
  /** Other servers may have numbers. */
  readonly variableId: string | number;
  /** Whether several values may be chosen: true or false. */
  readonly multiple?: unknown;
  /** The values there are to choose from: a list. */
  readonly options?: unknown;
  readonly value?: unknown;
};

/** Such a value as a body has it. */
export type SentEntry = AdditionalEntry & { readonly value: unknown };

/** A customer, as far as forms know them. */
export type FormCustomer = { readonly [Field in DirectField]?: string | undefined } & {
  readonly type?: CustomerType | undefined;
  readonly additionalData?: readonly AdditionalEntry[] | undefined;
};

/** What a form of a customer sends. */
export type CustomerPayload = { [Field in DirectField]?: string } & {
  type: CustomerType;
  additionalData?: SentEntry[];
};

/** The places where fields of customers are shown. */
export type CustomerFormName = 'registration' | 'show' | 'update';

/** The fields of customers as the settings have them. */
export type CustomerFields = {
  readonly common: readonly FormField[];
} & {
  readonly [Type in 'person' | 'company']?:
    | Readonly<Record<CustomerFormName, readonly FormField[]>>
    | undefined;
};

const email: FormField = { id: 'email', type: 'email', required: true };

/** The fields where the settings have none; their labels are the application's. */
const standardFields: Readonly<Record<CustomerType, readonly FormField[]>> = {
  Person: [{ id: 'firstName', required: true }, { id: 'lastName', required: true }, email],
  Company: [{ id: 'companyName', required: true }, email],
};

/**
 * The fields of a form for a type of customer, the common ones first. Of fields with one id the first counts. The type
 * is no field: the form itself offers the choice.
 */
export function customerFormFields(
  configured: CustomerFields | undefined,
  type: CustomerType,
  form: CustomerFormName,
): readonly FormField[] {
  if (!configured) return form === 'show' ? [] : standardFields[type];
  const own = configured[type === 'Person' ? 'person' : 'company']?.[form] ?? [];
  const fields = [...configured.common, ...own];
  return fields
    .filter(({ id }, index) => id !== 'type' && fields.findIndex((other) => other.id === id) === index)
    .map((field) => (isDirectField(field.id) && takesSeveral(field) ? withOneChoice(field) : field));
}

/** A field that customers have by name is one text. */
function withOneChoice(field: FormField): FormField {
  return { ...field, type: fieldTypeOf(field) === 'checkboxList' ? 'radio' : 'select', multiple: false };
}

/** What a customer has for a field; undefined where there is nothing. */
function heldBy(customer: FormCustomer, { id }: FormField): unknown {
  const held = isDirectField(id)
    ? customer[id]
    : customer.additionalData?.find(({ variableId }) => String(variableId) === id)?.value;
  return held ?? undefined;
}

function valuesOf(
  fields: readonly FormField[],
  customer: FormCustomer,
  valueOfNone: (field: FormField) => FieldValue,
): FormValues {
  const values = fields.map((field) => {
    const held = heldBy(customer, field);
    return [field.id, held === undefined ? valueOfNone(field) : fieldValueOf(field, held)] as const;
  });
  // Rules may ask for the type, which is no field.
  return Object.fromEntries([
    ...values,
    ...(customer.type === undefined ? [] : [['type', customer.type] as const]),
  ]);
}

/** The values a form begins with: what a customer has, and nothing in the other fields. */
export function startingValues(fields: readonly FormField[], customer: FormCustomer): FormValues {
  return valuesOf(fields, customer, emptyValue);
}

/** The values that a payload gives the fields of a form, so that a server can check it as the form did. */
export function payloadValues(fields: readonly FormField[], payload: FormCustomer): FormValues {
  // A field that cannot be changed has what it began with, which is not sent.
  return valuesOf(fields, payload, (field) =>
    field.disabled ? emptyValue(field) : fieldValueOf(field, undefined),
  );
}

/** A field's entry of `additionalData`. */
function entryOf(field: FormField, value: FieldValue): SentEntry {
  if (!takesSeveral(field)) return { variableId: field.id, value };
  const options = choicesOf(field).map((choice) => choice.value);
  return { variableId: field.id, multiple: true, options, value };
}

/** The values that a form sends, tidied: those of fields that are shown and filled in. */
function sentValues(fields: readonly FormField[], values: FormValues): Map<string, FieldValue> {
  const filled = visibleFields(fields, values)
    .map((field) => [field.id, tidyValue(field, valueIn(values, field.id) ?? '')] as const)
    .filter(([, value]) => isFilled(value));
  return new Map(filled);
}

/** Direct fields are texts on the wire. */
const asText = (value: FieldValue) => String(value);

/** What a registration sends: the fields that are shown and filled in. */
export function registrationPayload(
  type: CustomerType,
  fields: readonly FormField[],
  values: FormValues,
): CustomerPayload {
  return updatePayload({}, type, fields, values);
}

/** What a form sends that is of no customer: an entry of `additionalData` for each field that is shown and filled in. */
export function additionalEntries(fields: readonly FormField[], values: FormValues): SentEntry[] {
  const sent = sentValues(fields, values);
  return fields
    .filter(({ id }) => sent.has(id))
    .map((field) => entryOf(field, sent.get(field.id) ?? emptyValue(field)));
}

/** The ids of the fields that decide about the preferred address. */
export type AddressFields = {
  readonly employerStreet: string;
  readonly street: string;
  readonly preferredAddress: string;
};

/** Whether a customer's user name goes with their address: it is the address, and has no field of its own (C46). */
export function followsAddress(
  customer: { readonly userName?: string | undefined; readonly email?: string | null | undefined },
  updateFields: readonly FormField[],
): boolean {
  return (
    isSameAddress(customer.userName, customer.email) && !updateFields.some(({ id }) => id === 'userName')
  );
}

/**
 * The values without the preferred address where one of the two streets is empty: there is then no choice. A form that
 * lacks one of the three fields keeps it.
 */
export function withoutNeedlessPreference(
  fields: readonly FormField[],
  values: FormValues,
  { employerStreet, street, preferredAddress }: AddressFields,
): FormValues {
  const preferred = fields.find(({ id }) => id === preferredAddress);
  const hasAll = preferred && [employerStreet, street].every((id) => fields.some((field) => field.id === id));
  if (!hasAll) return values;
  const sent = sentValues(fields, values);
  if (sent.has(employerStreet) && sent.has(street)) return values;
  return { ...values, [preferredAddress]: emptyValue(preferred) };
}

/**
 * What saving a profile sends: everything the customer has, with the values of the form in place of the old ones.
 * What the form does not show, or does not let be changed, stays; what was emptied or hidden is left out.
 */
export function updatePayload(
  customer: FormCustomer,
  type: CustomerType,
  fields: readonly FormField[],
  values: FormValues,
): CustomerPayload {
  const editable = fields.filter((field) => !field.disabled && fieldTypeOf(field) !== 'info');
  // A field that cannot be changed may still decide about others.
  const sent = sentValues(fields, { ...values, ...startingValues(fields.filter(isDisabled), customer) });
  const inForm = new Set(editable.map(({ id }) => id));
  const payload: CustomerPayload = { type };
  for (const id of directFields) {
    const value = sent.get(id);
    const text = inForm.has(id) ? value !== undefined && asText(value) : customer[id];
    if (text) payload[id] = text;
  }
  const held = customer.additionalData ?? [];
  const own = new Map(
    editable
      .filter(({ id }) => !isDirectField(id) && sent.has(id))
      .map((field) => [field.id, entryOf(field, sent.get(field.id) ?? '')]),
  );
  // Entries keep their places; those that the form knows and does not send are left out.
  const kept = held.flatMap((entry) => {
    const id = String(entry.variableId);
    if (!inForm.has(id)) return [{ ...entry, value: entry.value }];
    const changed = own.get(id);
    own.delete(id);
    return changed ? [{ ...changed, variableId: entry.variableId }] : [];
  });
  const additionalData = [...kept, ...own.values()];
  if (additionalData.length > 0) payload.additionalData = additionalData;
  return payload;
}

const isDisabled = ({ disabled }: FormField) => disabled === true;

/** The groups of a form: the configured ones with their fields in the order they name them, and the rest first. */
export function groupedFields<Group extends { readonly fields: readonly string[] }>(
  fields: readonly FormField[],
  groups: readonly Group[],
): readonly { readonly group: Group | undefined; readonly fields: readonly FormField[] }[] {
  const grouped = new Set(groups.flatMap((group) => group.fields));
  const rest = fields.filter(({ id }) => !grouped.has(id));
  const taken = new Set<string>();
  const inGroups = groups.map((group) => ({
    group,
    fields: group.fields.flatMap((id) => {
      const field = fields.find((one) => one.id === id);
      if (!field || taken.has(id)) return [];
      taken.add(id);
      return [field];
    }),
  }));
  return [{ group: undefined, fields: rest }, ...inGroups].filter((part) => part.fields.length > 0);
}
