import type { Language } from '@refectory/domain/texts';

import cs from './cs/refusals.json';
import en from './en/refusals.json';
import pl from './pl/refusals.json';
import sk from './sk/refusals.json';

/** The server's texts for its refusals, by code, in every language (ICU messages). */
export const refusalTexts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = {
  cs,
  en,
  pl,
  sk,
};
