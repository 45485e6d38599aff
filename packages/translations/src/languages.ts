import type { Language } from '@refectory/domain/texts';

import type { BaseMessages } from './messages.ts';

/** A language of the interface: its locale for numbers and dates, its own name, the texts that every page needs. */
export type LanguageEntry = {
  readonly locale: string;
  readonly name: string;
  readonly load: () => Promise<{ readonly messages: BaseMessages }>;
};

const languageTable: Readonly<Record<Language, LanguageEntry>> = {
  cs: { locale: 'cs-CZ', name: 'Čeština', load: () => import('./cs/messages.ts') },
  en: { locale: 'en-US', name: 'English', load: () => import('./en/messages.ts') },
  pl: { locale: 'pl-PL', name: 'Polski', load: () => import('./pl/messages.ts') },
  sk: { locale: 'sk-SK', name: 'Slovenčina', load: () => import('./sk/messages.ts') },
};

/** What belongs to a language. */
export function languageEntry(code: Language): LanguageEntry {
  return languageTable[code];
}
