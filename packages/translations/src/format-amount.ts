import { inCurrency } from '@refectory/domain/currency';
import { moneyToDecimal, type Money } from '@refectory/domain/money';
import { localText, type Language, type LocalText } from '@refectory/domain/texts';

import { languageEntry } from './languages.ts';

/** An amount as it is written in a language, with two decimals and the canteen's currency. */
export function formatAmount(amount: Money, language: Language, currencyFormat: LocalText): string {
  const number = new Intl.NumberFormat(languageEntry(language).locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(moneyToDecimal(amount));
  return inCurrency(localText(currencyFormat, language), number);
}
