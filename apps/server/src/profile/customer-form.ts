import type { CustomerForm } from '@refectory/contract/profile';
import type { Settings } from '@refectory/contract/settings';
import { isEmailAddress } from '@refectory/domain/email-address';
import type { CustomerType } from '@refectory/domain/customer';
import type { Instant } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';

import { refuse } from '../http/refusal.ts';
import type { StoredEntry, StoredProfile } from './profile-queries.ts';

/** When and for whom a form is checked. */
export type FormReader = { readonly now: Instant; readonly language: Language };

const trimmed = (text: string | undefined) => text?.normalize('NFC').trim() || undefined;

/** A form without the blanks around its texts; what is empty is left out. */
function tidied(form: CustomerForm): CustomerForm {
  const { type, userName, companyName, firstName, lastName, email, additionalData } = form;
  return {
    type,
    userName: trimmed(userName),
    companyName: trimmed(companyName),
    firstName: trimmed(firstName),
    lastName: trimmed(lastName),
    email: trimmed(email),
    additionalData,
  };
}

/** What a person or a company fills in to register, or the refusal of its first wrong field. */
export function checkedRegistration(
  settings: Settings,
  body: CustomerForm,
  _reader: FormReader,
): CustomerForm & { email: string } {
  const form = tidied(body);
  const { type = 'Person', userName, email } = form;
  if (type === 'Company' && !settings.allowCompany) throw refuse('fieldInvalid', { field: 'type' });
  // A colon would end the name when somebody signs in.
  if (userName?.includes(':')) throw refuse('fieldInvalid', { field: 'userName' });
  if (email === undefined || !isEmailAddress(email)) throw refuse('fieldInvalid', { field: 'email' });
  return { ...form, type, email };
}

/** What customers may always say about themselves: the language to be written to in. */
const LANGUAGE = 'language';

/** The stored fields that differ from the wanted ones, by their ids. */
export function changedFields(stored: StoredProfile, wanted: StoredProfile): string[] {
  const direct = (['userName', 'companyName', 'firstName', 'lastName', 'email'] as const).filter(
    (id) => stored[id] !== wanted[id],
  );
  const text = ({ additionalData }: StoredProfile, id: string) =>
    JSON.stringify(additionalData.find(({ variableId }) => variableId === id));
  const ids = new Set(
    [...stored.additionalData, ...wanted.additionalData].map(({ variableId }) => variableId),
  );
  return [...direct, ...[...ids].filter((id) => text(stored, id) !== text(wanted, id))];
}

/**
 * What a customer wants to be stored of them. The form may change what it has fields for, and the language; whatever
 * else is sent stays as it is stored, since it is the canteen's (OQ-71). Without both streets there is no preferred
 * address (PROF-09).
 */
export function checkedUpdate(
  settings: Settings,
  stored: StoredProfile,
  body: CustomerForm,
  _reader: FormReader,
): StoredProfile {
  const form = tidied(body);
  if (form.type !== undefined && form.type !== stored.type) throw refuse('fieldInvalid', { field: 'type' });
  const editable = editableFields(settings, stored.type);
  const isEditable = (id: string) => editable.has(id);
  if (isEditable('email') && (form.email === undefined || !isEmailAddress(form.email)))
    throw refuse('fieldInvalid', { field: 'email' });
  const direct = (id: 'companyName' | 'firstName' | 'lastName' | 'email') =>
    isEditable(id) ? (form[id] ?? null) : stored[id];
  const sent = new Map((form.additionalData ?? []).map((entry) => [entry.variableId, entry]));
  const kept = stored.additionalData.filter(({ variableId }) => !isEditable(variableId));
  const own = [...sent.values()].filter(({ variableId }) => isEditable(variableId));
  return {
    type: stored.type,
    userName: isEditable('userName') ? (form.userName ?? stored.userName) : stored.userName,
    companyName: direct('companyName'),
    firstName: direct('firstName'),
    lastName: direct('lastName'),
    email: direct('email'),
    additionalData: withoutEmptyPreference(settings, [...kept, ...own]),
  };
}

/** The ids of what a customer of a type may change. */
function editableFields(settings: Settings, type: CustomerType): ReadonlySet<string> {
  if (!settings.allowProfileEdit) return new Set([LANGUAGE]);
  const { customerFields } = settings;
  const standard = type === 'Person' ? ['firstName', 'lastName', 'email'] : ['companyName', 'email'];
  const own = customerFields?.[type === 'Person' ? 'person' : 'company']?.update ?? [];
  const ids = customerFields ? [...customerFields.common, ...own].map(({ id }) => id) : standard;
  return new Set([...ids, LANGUAGE]);
}

function withoutEmptyPreference(
  { addressFields }: Settings,
  entries: readonly StoredEntry[],
): readonly StoredEntry[] {
  const isFilled = (id: string) => {
    const value = entries.find(({ variableId }) => variableId === id)?.value;
    return typeof value === 'string' && value.trim() !== '';
  };
  if (isFilled(addressFields.employerStreet) && isFilled(addressFields.street)) return entries;
  return entries.filter(({ variableId }) => variableId !== addressFields.preferredAddress);
}
