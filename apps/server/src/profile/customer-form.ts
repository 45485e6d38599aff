import { matches } from '@refectory/contract/pattern';
import type { CustomerForm } from '@refectory/contract/profile';
import type { Settings } from '@refectory/contract/settings';
import { commentField } from '@refectory/domain/comment';
import { LANGUAGE_ENTRY } from '@refectory/domain/customer';
import { dayAt, type Instant } from '@refectory/domain/day';
import { isAnotherAddress, isEmailAddress, isSameAddress } from '@refectory/domain/email-address';
import {
  customerFormFields,
  directFields,
  followsAddress,
  payloadValues,
  registrationPayload,
  updatePayload,
  withoutNeedlessPreference,
  type CustomerPayload,
} from '@refectory/domain/form-customer';
import type { FormField, FormValues } from '@refectory/domain/form-field';
import { fieldErrors, formErrors } from '@refectory/domain/form-validation';
import { languages, localText, type Language } from '@refectory/domain/texts';

import { refuse } from '../http/refusal.ts';
import { serverZone } from '../server-zone.ts';
import type { StoredEntry, StoredProfile } from './profile-queries.ts';

/** When and for whom a form is checked. */
export type FormReader = { readonly now: Instant; readonly language: Language };

/** Throws for the first wrong field of a form, by the rules that the form itself is checked by. */
function refuseErrors(
  settings: Settings,
  fields: readonly FormField[],
  values: FormValues,
  { now, language }: FormReader,
): void {
  const today = dayAt(now, serverZone(settings));
  const [wrong] = formErrors(fields, values, { today, matches }).keys();
  if (wrong === undefined) return;
  const label = fields.find(({ id }) => id === wrong)?.label;
  throw refuse('fieldInvalid', { field: (label && localText(label, language)) || wrong });
}

/** Throws for a name nobody could sign in with, and for what is no address whatever type its field has. */
function refuseUnusable({ userName, email }: { readonly userName?: string; readonly email?: string }): void {
  // A colon would end the name when somebody signs in.
  if (userName?.includes(':')) throw refuse('fieldInvalid', { field: 'userName' });
  if (email !== undefined && !isEmailAddress(email)) throw refuse('fieldInvalid', { field: 'email' });
}

/** Throws for a user name that is an address of somebody else's, who could not have it as theirs any more. */
function refuseStrangersAddress(userName: string | undefined, email: string | null | undefined): void {
  if (userName?.includes('@') && !isSameAddress(userName, email))
    throw refuse('fieldInvalid', { field: 'userName' });
}

/** What a person or a company who registers is to be stored as; throws for the first wrong field. */
export function checkedRegistration(
  settings: Settings,
  body: CustomerForm,
  reader: FormReader,
): CustomerPayload & { email: string } {
  const { type = 'Person' } = body;
  if (type === 'Company' && !settings.allowCompany) throw refuse('fieldInvalid', { field: 'type' });
  const fields = customerFormFields(settings.customerFields, type, 'registration');
  const values = payloadValues(fields, body);
  refuseErrors(settings, fields, values, reader);
  const form = registrationPayload(type, fields, values);
  refuseUnusable(form);
  const { email } = form;
  refuseStrangersAddress(form.userName, email);
  if (email === undefined) throw refuse('fieldInvalid', { field: 'email' });
  return { ...form, email };
}

/** The stored fields that differ from the wanted ones, by their ids. */
export function changedFields(stored: StoredProfile, wanted: StoredProfile): string[] {
  const direct = directFields.filter((id) => stored[id] !== wanted[id]);
  const text = ({ additionalData }: StoredProfile, id: string) =>
    JSON.stringify(additionalData.find(({ variableId }) => String(variableId) === id)?.value);
  const ids = new Set(
    [...stored.additionalData, ...wanted.additionalData].map(({ variableId }) => String(variableId)),
  );
  return [...direct, ...[...ids].filter((id) => text(stored, id) !== text(wanted, id))];
}

/** What is stored of a customer at once, and the address that they want to have, which has to be proven first. */
export type WantedProfile = { readonly profile: StoredProfile; readonly wantedEmail: string | undefined };

/** The fields of the form that a customer changes their profile by. */
export function updateFields(settings: Settings, { type }: StoredProfile): readonly FormField[] {
  return settings.allowProfileEdit ? customerFormFields(settings.customerFields, type, 'update') : [];
}

/**
 * What a customer wants to be stored of them; throws for the first wrong field. The form may change what it has fields
 * for, and the language; whatever else is sent stays as it is stored, since it is the canteen's.
 */
export function checkedUpdate(
  settings: Settings,
  stored: StoredProfile,
  body: CustomerForm,
  reader: FormReader,
): WantedProfile {
  const { type } = stored;
  if (body.type !== undefined && body.type !== type) throw refuse('fieldInvalid', { field: 'type' });
  if (isSameButLanguage(stored, body))
    return {
      profile: { ...stored, additionalData: withLanguage(stored.additionalData, body) },
      wantedEmail: undefined,
    };
  const fields = updateFields(settings, stored);
  const typed = payloadValues(fields, body);
  const values = withoutNeedlessPreference(fields, typed, settings.addressFields);
  const held = {
    type,
    userName: stored.userName,
    companyName: stored.companyName ?? undefined,
    firstName: stored.firstName ?? undefined,
    lastName: stored.lastName ?? undefined,
    email: stored.email ?? undefined,
    additionalData: stored.additionalData,
  };
  const payload = updatePayload(held, type, fields, values);
  const isOther = isAnotherAddress(payload.email, stored.email);
  const email = isOther ? stored.email : (payload.email ?? null);
  const profile: StoredProfile = {
    type,
    userName: followsAddress(stored, fields) ? (email ?? stored.userName) : (payload.userName ?? ''),
    companyName: payload.companyName ?? null,
    firstName: payload.firstName ?? null,
    lastName: payload.lastName ?? null,
    email,
    additionalData: withLanguage(payload.additionalData ?? [], body),
  };
  const wanted = { profile, wantedEmail: isOther ? payload.email : undefined };
  // A call that only changes the language need not fill in fields that became required since.
  if (!isOther && changedFields(stored, profile).every((id) => id === LANGUAGE_ENTRY)) return wanted;
  // Where a street is empty there is nothing to prefer, also where a preference is required.
  const { preferredAddress } = settings.addressFields;
  const asked = values === typed ? fields : fields.filter(({ id }) => id !== preferredAddress);
  refuseErrors(settings, asked, values, reader);
  if (profile.userName === '') throw refuse('fieldInvalid', { field: 'userName' });
  refuseUnusable(payload);
  if (profile.userName !== stored.userName) refuseStrangersAddress(profile.userName, profile.email);
  return wanted;
}

/**
 * Whether a body is what is stored but for the language. It is compared as it was sent: a change of
 * the language must not touch what today's form hides or writes otherwise.
 */
function isSameButLanguage(stored: StoredProfile, body: CustomerForm): boolean {
  const text = (entries: readonly StoredEntry[] | undefined) =>
    JSON.stringify(
      (entries ?? [])
        .filter(({ variableId }) => variableId !== LANGUAGE_ENTRY)
        .map(({ variableId, value }) => [String(variableId), value]),
    );
  return (
    directFields.every((id) => (body[id] ?? null) === (stored[id] ?? null)) &&
    text(body.additionalData) === text(stored.additionalData)
  );
}

/** Throws for a comment that breaks the rules of its field. */
export function refuseWrongComment(comment: string, settings: Settings, { now }: FormReader): void {
  const field = commentField(settings.commentMaxLength);
  const context = { today: dayAt(now, serverZone(settings)), matches };
  const [error] = fieldErrors(field, { comment }, context);
  if (error === undefined) return;
  if (error.message === 'messageMaxLength' && error.limit !== undefined)
    throw refuse('commentTooLong', { most: error.limit });
  throw refuse('fieldInvalid', { field: 'comment' });
}

/** The entries with the language that was sent, in its place. */
function withLanguage(
  entries: readonly StoredEntry[],
  { additionalData = [] }: CustomerForm,
): readonly StoredEntry[] {
  const sent = additionalData.find(({ variableId }) => variableId === LANGUAGE_ENTRY)?.value;
  const language = languages.find((one) => one === sent);
  if (language === undefined) return entries;
  const own = { variableId: LANGUAGE_ENTRY, value: language };
  return entries.some(({ variableId }) => variableId === LANGUAGE_ENTRY)
    ? entries.map((entry) => (entry.variableId === LANGUAGE_ENTRY ? own : entry))
    : [...entries, own];
}
