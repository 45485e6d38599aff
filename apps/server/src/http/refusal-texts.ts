import type { QuestionCode, RefusalCode } from '@refectory/contract/errors';
import { isDirectField } from '@refectory/domain/form-customer';
import { waitOf } from '@refectory/domain/wait';
import { languages, type Language } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import { fieldTexts, refusalTexts } from '@refectory/translations/refusals';
import { createTranslator } from 'use-intl/core';

import type { RefusalValues } from './refusal.ts';

/** What stands on the button that says yes to a question. */
const yesTexts = {
  priceQuestion: 'priceQuestionYes',
  portionsQuestion: 'portionsQuestionYes',
  mainsQuestion: 'mainsQuestionYes',
  giveUpQuestion: 'giveUpQuestionYes',
} as const satisfies Record<QuestionCode, string>;

type TextCode = RefusalCode | (typeof yesTexts)[QuestionCode] | 'wait';

/** Every code has its text: a code without one does not compile. */
const texts: Readonly<Record<Language, Readonly<Record<TextCode, string>>>> = refusalTexts;

type Translate = (code: TextCode, values: RefusalValues) => string;

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
  const { field, seconds } = values;
  const shown =
    typeof seconds === 'number'
      ? { ...values, wait: translators[language]('wait', waitOf(seconds)) }
      : values;
  // People know a field by what their form calls it, not by its name in the call.
  const isNamed = typeof field === 'string' && isDirectField(field);
  return translators[language](code, isNamed ? { ...shown, field: fieldTexts[language][field] } : shown);
}

/** The label of the answer that says yes to a question, in a language. */
export function yesText(code: QuestionCode, values: RefusalValues, language: Language): string {
  return translators[language](yesTexts[code], values);
}
