import type { Language } from '@refectory/domain/texts';

import cs from './cs/sandbox.json';
import en from './en/sandbox.json';
import pl from './pl/sandbox.json';
import sk from './sk/sandbox.json';

/** The texts of the page of the sandbox gateway by key, in every language. */
export const sandboxTexts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = {
  cs,
  en,
  pl,
  sk,
};
