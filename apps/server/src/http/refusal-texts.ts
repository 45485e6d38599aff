import type { RefusalCode } from '@refectory/contract/errors';
import { languages, type Language } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import { refusalTexts } from '@refectory/translations/refusals';
import { createTranslator } from 'use-intl/core';

import type { RefusalValues } from './refusal.ts';

/** Every code has its text: a code without one does not compile. */
const texts: Readonly<Record<Language, Readonly<Record<RefusalCode, string>>>> = refusalTexts;

type Translate = (code: RefusalCode, values: RefusalValues) => string;

const translators = Object.fromEntries(
  languages.map((language) => [
    language,
    createTranslator({
      locale: languageEntry(language).locale,
      messages: texts[language],
      onError: (error) => {
        throw error;
      },
    }),
  ]),
) as Record<Language, Translate>;

/** What a refusal tells the customer, in a language. */
export function refusalText(code: RefusalCode, values: RefusalValues, language: Language): string {
  return translators[language](code, values);
}
