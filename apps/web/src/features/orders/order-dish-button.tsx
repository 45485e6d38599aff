import type { MenuItem } from '@refectory/contract/menu';
import { failureOf } from '@refectory/contract/errors';
import type { Order } from '@refectory/contract/orders';
import { goesToCart, orderingStyle } from '@refectory/domain/access';
import type { DishAction } from '@refectory/domain/dish';
import { isEarlierOrder, ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { orderPrice } from '@refectory/domain/money';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { useAction, useIsUnderWay } from '#platform/api/action.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useIsLoggedIn, usePlatform, useToday, type Platform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';

import { directOrder } from './direct-order.ts';
import { FailureNote } from './failure-note.tsx';
import { putOnList } from './put-on-list.ts';
import { rereadAfter } from './reread-after.ts';

/** What the last order was about. */
type LastTry = {
  /** Portions. */
  readonly quantity: number;
  /** Orders of the dish before it. */
  readonly ordered: number;
};

type OrderDishProps = {
  readonly dish: MenuItem;
  readonly action: Exclude<DishAction, 'none'>;
  /** Portions of one press. */
  readonly quantity: number;
  /** Orders of the dish that the customer has already. */
  readonly ordered: number;
  /** What a dish says that cannot be ordered. */
  readonly gone: { readonly text: string; readonly title?: string };
  readonly onOrdered: () => void;
};

/** The one action of a dish: order, exchange, or nothing any more. // spec §4, dish status */
export function OrderDishButton({ gone, ...dish }: OrderDishProps) {
  const { action } = dish;
  if (action !== 'sold-out') return <OrderButton {...dish} action={action} />;
  return (
    <Button tone="gone" disabled title={gone.title}>
      {gone.text}
    </Button>
  );
}

type OrderProps = Omit<OrderDishProps, 'gone'> & { readonly action: 'order' | 'exchange' };

function OrderButton({ dish, action, quantity, ordered, onOrdered }: OrderProps) {
  const { press, isPending, failure } = useOrder({ dish, action, quantity, ordered, onOrdered });
  const names = useNames(dish);
  const t = useTranslations('menu');
  const formats = useFormats();
  const { price } = dish;
  const visible =
    action === 'exchange' ? t('exchange') : ordered > 0 && quantity === 1 ? t('orderMore') : t('order');
  return (
    <>
      <Button
        tone={action === 'exchange' ? 'exchange' : ordered > 0 ? 'quiet' : 'primary'}
        size={ordered > 0 ? 'small' : 'normal'}
        busy={isPending}
        disabled={price === undefined}
        aria-label={
          price === undefined
            ? t('orderDishWithoutPrice', { ...names, action: visible })
            : t('orderDish', {
                ...names,
                action: visible,
                price: formats.amount(orderPrice(price, quantity)),
              })
        }
        onClick={() => void press()}
      >
        {visible}
      </Button>
      {failure && <FailureNote failure={failure} />}
    </>
  );
}

/** The name and the day of a dish as they stand in a sentence. */
function useNames(dish: MenuItem): { readonly dish: string; readonly day: string } {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  return {
    dish: dish.product?.name || dish.name || t('unnamed'),
    day: formats.dayHeading(dish.date, today),
  };
}

/** What a press on the button of a dish does, and what became of the last one. */
function useOrder({ dish, action, quantity, ordered, onOrdered }: OrderProps) {
  const platform = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const formats = useFormats();
  const names = useNames(dish);
  const [last, setLast] = useState<LastTry>();
  const { price } = dish;
  const input = price === undefined ? undefined : { body: directOrder({ ...dish, price }, quantity) };
  const isUnderWay = useIsUnderWay('createDirectOrder', input);
  const create = useAction('createDirectOrder', {
    errorsGoTo: 'toast',
    onSuccess: (change) => {
      platform.toasts.add({ messageKey: 'Toasts.messageCreateOrderSucceeded', tone: 'success' });
      putOnList(platform, dish, quantity, change);
      onOrdered();
      // Not awaited: the press is answered, and what is read now keeps nobody from the next one.
      void rereadAfter(platform.queries, 'createDirectOrder');
    },
    // What was shown was not what could be had.
    onFailure: () => void rereadAfter(platform.queries, 'createDirectOrder'),
  });
  // `create` knows its own call too when the counter or the price has meanwhile made another order of it.
  const isPending = create.isPending || isUnderWay;

  const press = async () => {
    if (isPending || !input || price === undefined) return;
    if (!isLoggedIn) {
      const amount = formats.amount(orderPrice(price, quantity));
      await askToLogIn(platform, { dish: names.dish, price: amount });
      return;
    }
    // A shop orders by its cart.
    if (goesToCart(action, orderingStyle(platform.settings))) {
      await platform.navigation.goTo('/cart');
      return;
    }
    // One throttle for all direct orders. // spec §9
    if (!platform.throttle('direct-order', ORDER_THROTTLE_MS)) return;
    const seen = idsOf(platform.queries.getQueryData(platform.query('listOrders', undefined).queryKey));
    const isEarlier = async ({ orderId }: { readonly orderId?: number | undefined }) =>
      orderId !== undefined && isEarlierOrder(orderId, { seen, present: await presentOrders(platform) });
    setLast({ quantity, ordered });
    await create.run(input, { isEarlier });
  };

  // A failure says nothing of another number of portions, nor when the order came about after all.
  const isAboutThis = last?.quantity === quantity && last.ordered === ordered;
  return { press, isPending, failure: isAboutThis ? create.failure : undefined };
}

/** The orders as the server has them now; undefined where that cannot be read. */
async function presentOrders({ call }: Platform): Promise<readonly number[] | undefined> {
  try {
    return idsOf(await call('listOrders', undefined));
  } catch (error) {
    if (!failureOf(error)) throw error;
    return undefined;
  }
}

function idsOf(list: { readonly orders: readonly Order[] } | undefined): number[] {
  return list?.orders.map(({ id }) => id) ?? [];
}

/** Logs a guest in over the offer. The order is not sent by itself: the customer's price may be another one (OQ-44). */
async function askToLogIn(
  { dialogs, settings, toasts }: Platform,
  toOrder: { readonly dish: string; readonly price: string },
): Promise<void> {
  if (settings.allowPasswordLogin || settings.allowCardLogin) await dialogs.open('login', { toOrder });
  else toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
}
