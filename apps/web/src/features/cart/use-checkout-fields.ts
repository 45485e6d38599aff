import type { FormValues } from '@refectory/domain/form-field';
import { DELIVERY_FIELD, PAYMENT_FIELD } from '@refectory/domain/payment';
import { useTranslations } from 'use-intl';

import type { ScreenField } from '#platform/forms/screen-field.ts';
import { usePlatform } from '#platform/platform.ts';

/** The fields of the cart's form, the canteen's own or those for payment and delivery, and what they begin with. */
export function useCheckoutFields(): { readonly fields: readonly ScreenField[]; readonly start: FormValues } {
  const { settings } = usePlatform();
  const t = useTranslations('cart');
  const tList = useTranslations('orderList');
  const { cartFields, deliveryTypes, paymentTypes } = settings;
  if (cartFields) return { fields: cartFields, start: {} };
  const choice = <Value extends string>(
    id: string,
    label: string,
    values: readonly Value[],
    labelOf: (value: Value) => string,
    hint?: string,
  ) => ({
    id,
    type: 'radio',
    label,
    hint,
    required: true,
    options: [...new Set(values)].map((value) => ({ value, label: labelOf(value) })),
  });
  const fields = [
    choice(DELIVERY_FIELD, t('deliveryType'), deliveryTypes, tList),
    choice(
      PAYMENT_FIELD,
      t('paymentType'),
      paymentTypes,
      t,
      // Before somebody pays by card, and not after it: the money of what they cancel does not go back to the card.
      paymentTypes.includes('creditcard') ? t('creditcardHint') : undefined,
    ),
  ].filter(({ options }) => options.length > 0);
  const only = fields.flatMap(({ id, options: [option, ...others] }) =>
    option && others.length === 0 ? [[id, option.value] as const] : [],
  );
  return { fields, start: Object.fromEntries(only) };
}
