import type { FormField } from '@refectory/domain/form-field';
import { isDirectField } from '@refectory/domain/form-customer';
import { ownErrorText, type FieldError, type FieldMessage } from '@refectory/domain/form-validation';
import { localText } from '@refectory/domain/texts';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';

/** Messages that are whole sentences; any other follows the label: "E-mail is required". */
const sentences: ReadonlySet<FieldMessage> = new Set<FieldMessage>([
  'messageUnsupportedCharacters',
  'messagePhone',
  'messagePasswords',
  'messageAtLeastMinLength',
  'messageAtLeastOneLowercase',
  'messageAtLeastOneUppercase',
  'messageAtLeastOneDigit',
  'messageAtLeastOneSpecial',
]);

/** The words of the fields of forms in the language of the page. */
export function useFieldWords() {
  const platform = usePlatform();
  const t = useTranslations('Form');
  const language = platform.words.shown.getState()?.language ?? platform.language();
  const text = (words: Parameters<typeof localText>[0] | undefined) =>
    words === undefined ? '' : localText(words, language);

  const labelOf = (field: FormField): string => {
    const own = text(field.label).trim();
    if (own !== '') return own;
    return isDirectField(field.id) ? t(field.id) : t('messageField');
  };
  /** What is wrong, in the canteen's own words where it has some. */
  const errorOf = (field: FormField, error: FieldError): string => {
    if (error.text !== undefined) return ownErrorText(error.text, language) ?? t('validationError');
    const words = t(error.message, { limit: error.limit ?? 0 });
    return sentences.has(error.message) ? words : `${labelOf(field)} ${words}`;
  };
  return { t, text, labelOf, errorOf };
}

/** The words that `useFieldWords` has for the fields of a form. */
export type FieldWords = ReturnType<typeof useFieldWords>;
