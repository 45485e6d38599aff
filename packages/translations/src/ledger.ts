import type { Language } from '@refectory/domain/texts';

import cs from './cs/ledger.json';
import en from './en/ledger.json';
import pl from './pl/ledger.json';
import sk from './sk/ledger.json';

/** The server's names for movements of money and for price levels, in every language. */
export const ledgerTexts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = {
  cs,
  en,
  pl,
  sk,
};
