import type { DeliveryType } from '@refectory/domain/payment';
import { useTranslations } from 'use-intl';

/** How an order is handed over, in words that are fetched with the customer's orders. */
export function OrderDelivery({ delivery }: { delivery: DeliveryType }) {
  return useTranslations('orderList')(delivery);
}
