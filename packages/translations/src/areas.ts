import type { Language } from '@refectory/domain/texts';

import type dialogs from './en/dialogs.json';
import type login from './en/login.json';
import type notHere from './en/not-here.json';
import type session from './en/session.json';
import type terms from './en/terms.json';

/** Words that load with what shows them, by area. A new area is two lines here and a file in every language. */
export const lateAreas = {
  dialogs: (language: Language) => wordsOf<typeof dialogs>(import(`./${language}/dialogs.json`)),
  login: (language: Language) => wordsOf<typeof login>(import(`./${language}/login.json`)),
  notHere: (language: Language) => wordsOf<typeof notHere>(import(`./${language}/not-here.json`)),
  session: (language: Language) => wordsOf<typeof session>(import(`./${language}/session.json`)),
  terms: (language: Language) => wordsOf<typeof terms>(import(`./${language}/terms.json`)),
};

/** An area whose words load with what shows them. */
export type LateArea = keyof typeof lateAreas;

/** The words of a file. English gives their type; `npm run translations` holds the other languages to it. */
async function wordsOf<Words>(file: Promise<{ readonly default: Words }>): Promise<Words> {
  return (await file).default;
}
