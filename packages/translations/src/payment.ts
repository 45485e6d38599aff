import type { Language } from '@refectory/domain/texts';

import cs from './cs/payment.json';
import en from './en/payment.json';
import pl from './pl/payment.json';
import sk from './sk/payment.json';

/** What a customer pays for, as gateways show it, by the purpose of the payment, in every language. */
export const paymentTexts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = {
  cs,
  en,
  pl,
  sk,
};
