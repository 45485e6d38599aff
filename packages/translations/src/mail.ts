import type { Language } from '@refectory/domain/texts';

import cs from './cs/mail.json';
import en from './en/mail.json';
import pl from './pl/mail.json';
import sk from './sk/mail.json';

/** The texts of mails by key, in every language (ICU messages). */
export const mailTexts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = {
  cs,
  en,
  pl,
  sk,
};
