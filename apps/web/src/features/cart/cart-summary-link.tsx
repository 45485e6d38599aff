import { portionsOf, totalOf } from '@refectory/domain/cart-rows';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { Link } from '#platform/routing/link.tsx';
import { CartSummary } from '#ui/cart-summary.tsx';

import { useCart } from './cart-store.ts';
import { useCartRows } from './use-cart-rows.ts';

/** The cart in the header: how many portions, at the prices known so far. */
export function CartSummaryLink() {
  const t = useTranslations('cart');
  const formats = useFormats();
  const { items } = useCart();
  const { rows } = useCartRows({ isRead: false });
  const count = portionsOf(items);
  return (
    <Link to="/cart">
      <CartSummary
        label={t('name')}
        count={count}
        items={t('summary', { count })}
        amount={formats.amount(totalOf(rows))}
      />
    </Link>
  );
}
