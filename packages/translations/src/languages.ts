import type { Language } from '@refectory/domain/texts';

import type { Messages } from './messages.ts';

/** A language of the interface: its locale for numbers and dates, its own name, its texts. // spec §9 */
export type LanguageEntry = {
  readonly code: Language;
  readonly locale: string;
  readonly name: string;
  readonly load: () => Promise<{ readonly messages: Messages }>;
};

/** The languages of the product; a new one is a row here and a folder of texts. */
export const languageTable = [
  { code: 'cs', locale: 'cs-CZ', name: 'Čeština', load: () => import('./cs/messages.ts') },
  { code: 'en', locale: 'en-US', name: 'English', load: () => import('./en/messages.ts') },
  { code: 'pl', locale: 'pl-PL', name: 'Polski', load: () => import('./pl/messages.ts') },
  { code: 'sk', locale: 'sk-SK', name: 'Slovenčina', load: () => import('./sk/messages.ts') },
] as const satisfies readonly LanguageEntry[];

/** The row of a language. */
export function languageEntry(code: Language): LanguageEntry {
  const entry = languageTable.find((row) => row.code === code);
  if (!entry) throw new RangeError(`no such language: ${code}`);
  return entry;
}
