import type { DirectField } from '@refectory/domain/form-customer';
import type { Language } from '@refectory/domain/texts';

import csFields from './cs/form.json';
import cs from './cs/refusals.json';
import enFields from './en/form.json';
import en from './en/refusals.json';
import plFields from './pl/form.json';
import pl from './pl/refusals.json';
import skFields from './sk/form.json';
import sk from './sk/refusals.json';

/** The server's texts for its refusals, by code, in every language (ICU messages). */
export const refusalTexts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = {
  cs,
  en,
  pl,
  sk,
};

/** What a form calls the fields that every customer has, by their ids, in every language. */
export const fieldTexts: Readonly<Record<Language, Readonly<Record<DirectField, string>>>> = {
  cs: csFields,
  en: enFields,
  pl: plFields,
  sk: skFields,
};
