import {
  placeOf,
  rowKey,
  withModifiers,
  withoutItem,
  withQuantity,
  type CartItem,
} from '@refectory/domain/cart';
import { totalOf } from '@refectory/domain/cart-rows';
import type { Money } from '@refectory/domain/money';
import { mayBeOrdered, withoutItems, withoutPaid } from '@refectory/domain/paid-cart';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { rereadChanged } from '#platform/api/reread-changed.ts';
import { awaitNoPayment } from '#platform/payments/awaited-payment.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { NextStep } from '#ui/next-step.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageNote, PageShell, Stack } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { CartList } from '#ui/cart-row.tsx';

import { CartRowOnPage } from './cart-row-on-page.tsx';
import { useCart, useChangeCart } from './cart-store.ts';
import { CheckoutForm, type LineTexts } from './checkout-form.tsx';
import { wasChangedUnanswered } from './owed-order.ts';
import { keepPlacedCart } from './placed-cart.ts';
import { useCartRows } from './use-cart-rows.ts';

const NO_TEXTS: LineTexts = new Map();

/** `/cart`: what is going to be ordered, and the form to order it. */
export default function CartPage() {
  const platform = usePlatform();
  const { navigation, queries, query, settings } = platform;
  const t = useTranslations();
  const cart = useCart();
  const changeStored = useChangeCart();
  const isUnanswered = useSnapshot((snapshot) => wasChangedUnanswered(snapshot, cart));
  const { rows, isAwaited, hasFailed } = useCartRows({ isRead: true });
  const canteens = useQuery(query('listCanteens', undefined));
  const canteenNames = new Map(canteens.data?.canteens.map(({ id, name }) => [id, name]));
  const [lineTexts, setLineTexts] = useState(NO_TEXTS);
  /** The row whose modifiers were changed last. */
  const [changedRow, setChangedRow] = useState<string>();
  /** The cart is ordered, and the next page is on its way. */
  const [isLeaving, setLeaving] = useState(false);
  // Latched: what is read again later must not take away a form that is being filled in.
  const [isReady, setReady] = useState(false);
  // What is read of them would move the rows.
  if (!isReady && !isAwaited && !canteens.isLoading) setReady(true);
  const change: typeof changeStored = (how) => {
    // The refusals were of the cart as it was before.
    setLineTexts(NO_TEXTS);
    changeStored(how);
  };
  const leave = async (ordered: readonly CartItem[], price: Money) => {
    setLeaving(true);
    keepPlacedCart(platform, price);
    changeStored((now) => withoutPaid(now, ordered));
    // The server has ended a payment of it that was open.
    awaitNoPayment(platform);
    void rereadChanged(queries, 'submitCart');
    await navigation.go(settings.afterCheckoutPage);
    // The next page may be this one.
    setLeaving(false);
  };
  const clear = async () => {
    const isAgreed = await platform.dialogs.open('confirm', {
      title: t('cart.clearTitle'),
      text: t('cart.clearText'),
      act: t('cart.clear'),
    });
    if (isAgreed) change(withoutItems);
  };
  const back = <Link to="/offer/:period?">{t('cart.toMenu')}</Link>;

  if (isLeaving) {
    return (
      <PageShell title={t('pages.cart')}>
        <PageTitle page="cart" />
        <Skeleton shape="row" label={t('cart.loading')} />
      </PageShell>
    );
  }
  if (cart.items.length === 0) {
    return (
      <PageShell title={t('pages.cart')}>
        <PageTitle page="cart" />
        <Notice tone="empty" illustration={<EmptyPlate />} title={t('cart.empty')} action={back}>
          {t('cart.emptyText')}
        </Notice>
      </PageShell>
    );
  }
  return (
    <PageShell
      title={t('pages.cart')}
      aside={
        isReady && (
          <CheckoutForm
            cart={cart}
            rows={rows}
            total={totalOf(rows)}
            onLineTexts={setLineTexts}
            onOrdered={leave}
          />
        )
      }
    >
      <PageTitle page="cart" />
      {isReady ? (
        <Stack gap="small">
          {(mayBeOrdered(cart) || isUnanswered) && (
            <PageNote>
              {t(mayBeOrdered(cart) ? 'cart.proceeded' : 'cart.maybeArrived')}{' '}
              <Link to="/orders">{t('cart.toOrders')}</Link>
            </PageNote>
          )}
          {hasFailed && <PageNote>{t('cart.notCompared')}</PageNote>}
          <CartList label={t('cart.dishes')}>
            {rows.map((row) => (
              <CartRowOnPage
                key={rowKey(row.item)}
                row={row}
                canteen={canteenNames.size > 1 ? canteenNames.get(row.item.canteenId) : undefined}
                refusal={lineTexts.get(rowKey(row.item))}
                onQuantity={(quantity) =>
                  change((now) => withQuantity(now, placeOf(now, row.item), quantity))
                }
                isJustChanged={rowKey(row.item) === changedRow}
                onModifiers={(modifiers) => {
                  setChangedRow(rowKey({ ...row.item, modifiers }));
                  change((now) => withModifiers(now, placeOf(now, row.item), modifiers));
                }}
                onRemove={() => change((now) => withoutItem(now, placeOf(now, row.item)))}
              />
            ))}
          </CartList>
          <NextStep>
            {back}
            <TextButton onClick={() => void clear()}>{t('cart.clear')}</TextButton>
          </NextStep>
        </Stack>
      ) : (
        <Skeleton shape="row" count={cart.items.length} label={t('cart.loading')} />
      )}
    </PageShell>
  );
}
