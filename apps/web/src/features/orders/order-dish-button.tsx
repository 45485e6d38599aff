import { ApiError } from '@refectory/contract/errors';
import type { MenuItem } from '@refectory/contract/menu';
import type { DirectOrder } from '@refectory/contract/orders';
import type { DishAction } from '@refectory/domain/dish';
import { ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { orderPrice, type UnitPrice } from '@refectory/domain/money';
import { portionPrices } from '@refectory/domain/portion';
import { useState, type ComponentProps } from 'react';
import { useTranslations } from 'use-intl';

import { modifiersDialog } from '#features/cart/late-modifiers-dialog.ts';
import { useIsUnderWay, useSubmission } from '#platform/api/action.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart, type LatePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { prefetchWithWords } from '#platform/late/with-words.ts';
import { useIsLoggedIn, usePlatform, useToday } from '#platform/platform.ts';
import { askToLogIn } from '#platform/session/ask-to-log-in.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

import { directOrder } from './direct-order.ts';
import type { FailureNote } from './failure-note.tsx';
import { ownOrders } from './late-own-orders.ts';

/** What the last order was about. */
type LastTry = {
  /** Portions. */
  readonly quantity: number;
  /** Orders of the dish before it. */
  readonly ordered: number;
  readonly action: DishAction;
  /** The dish is gone since. */
  readonly isGone?: boolean;
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
  /** A mark stands for its words. */
  readonly isShort?: boolean | undefined;
};

/** The one action of a dish: order, exchange, or nothing any more. */
export function OrderDishButton(dishOrder: OrderDishProps) {
  const { dish, quantity, ordered, gone, isShort } = dishOrder;
  const formats = useFormats();
  const prices = portionPrices(dish, quantity);
  const [price] = prices;
  const from = useFrom(prices);
  const shown = price === undefined ? undefined : from(formats.amount(orderPrice(price, quantity)));
  const { press, prepare, isPending, failure, lastAction } = useOrder(dishOrder, shown);
  // An order that is under way is awaited, also where it is for the last portion and the dish is gone meanwhile.
  const action = dishOrder.action === 'sold-out' && isPending ? lastAction : dishOrder.action;
  const names = useDishNames(dish);
  const t = useTranslations('menu');
  if (action === undefined || action === 'sold-out')
    // In place of the button, not the same one with other words: nobody has to follow it to another width.
    return (
      <>
        <Button key="gone" tone="gone" disabled title={gone.title}>
          {gone.text}
        </Button>
        {failure && <LateNote failure={failure} />}
      </>
    );
  const visible =
    action === 'exchange' ? t('exchange') : ordered > 0 && quantity === 1 ? t('orderMore') : t('order');
  return (
    <>
      <Button
        onPointerEnter={prepare}
        onFocus={prepare}
        tone={action === 'exchange' ? 'exchange' : ordered > 0 ? 'quiet' : 'primary'}
        size={ordered > 0 ? 'small' : 'normal'}
        busy={isPending}
        disabled={shown === undefined}
        aria-label={
          shown === undefined
            ? t('orderDishWithoutPrice', { ...names, action: visible })
            : t('orderDish', { ...names, action: visible, price: shown })
        }
        onClick={() => void press()}
      >
        {isShort && action === 'order' ? <Icon name="plus" /> : visible}
      </Button>
      {failure && <LateNote failure={failure} />}
    </>
  );
}

/** Writes the least of these prices as the one to begin with, where there are several. */
export function useFrom(prices: readonly UnitPrice[]): (price: string) => string {
  const t = useTranslations('menu');
  return (price) => (prices.length > 1 ? t('priceFrom', { price }) : price);
}

/** The name and the day of a dish as they stand in a sentence. */
export function useDishNames(dish: MenuItem): { readonly dish: string; readonly day: string } {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  return {
    dish: dish.product?.name || dish.name || t('unnamed'),
    day: formats.dayHeading(dish.date, today),
  };
}

const making = latePart(async () => (await import('./make-order.ts')).makeOrder);

function LateNote(props: ComponentProps<typeof FailureNote>) {
  const { loaded: own } = useLatePart(ownOrders);
  return own && <own.FailureNote {...props} />;
}

const choosing = latePart(async () => (await import('./choose-order.ts')).chooseOrder);

/**
 * What a press on the button of a dish does, and the result of the last press. `shown` is the price as people read it;
 * undefined where the dish has none.
 */
function useOrder({ dish, action, quantity, ordered, onOrdered }: OrderDishProps, shown: string | undefined) {
  const platform = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const formats = useFormats();
  const names = useDishNames(dish);
  const [last, setLast] = useState<LastTry>();
  /** A guest is asked to sign in: the question comes late on a slow line. */
  const [isAsking, setAsking] = useState(false);
  const { price } = dish;
  const input = price === undefined ? undefined : { body: directOrder({ ...dish, price }, quantity) };
  const isUnderWay = useIsUnderWay('createDirectOrder', input);
  /** Fetches a part of an order. Nothing that one customer wanted is asked of the next one, nor ordered for them. */
  const loadForCustomer = async <Loaded,>(part: LatePart<Loaded>) => {
    const customerOf = () => platform.snapshot.getState().session.customerId;
    const customerId = customerOf();
    const loaded = await part.load();
    if (customerOf() !== customerId) throw new ApiError({ kind: 'session-ended' });
    return loaded;
  };
  const order = async (body: DirectOrder) => {
    const seen = platform.queries.getQueryData(platform.query('listOrders', undefined).queryKey);
    // Fetched with what tells the order: a made one that could not be told would be told as one that failed.
    const makeOrder = await loadForCustomer(making);
    await makeOrder(platform, formats, { ...dish, told: names.dish, seen }, body);
  };
  const create = useSubmission(order, { errorsGoTo: 'toast', onSuccess: onOrdered });
  const choice = useSubmission(
    async () => {
      const chooseOrder = await loadForCustomer(choosing);
      return chooseOrder(platform, dish, quantity, names);
    },
    { errorsGoTo: 'toast' },
  );
  // `create` knows its own call too when the counter or the price has meanwhile made another order of it.
  const isPending = create.isPending || isUnderWay || choice.isPending || isAsking;

  const hasGroups = (dish.product?.modifierGroups?.length ?? 0) > 0;
  // One press alone never takes a portion from the exchange.
  const isAsked = hasGroups || action === 'exchange';
  /** Fetches all that the question needs at once, before it is asked. */
  const prepare = () => {
    if (!isLoggedIn || !isAsked) return;
    void choosing.prefetch();
    if (hasGroups) void prefetchWithWords(modifiersDialog, platform.words);
  };

  const press = async () => {
    prepare();
    if (isPending || !input || shown === undefined) return;
    if (!isLoggedIn) {
      setAsking(true);
      await askToLogIn(platform, {
        action: action === 'exchange' ? action : 'order',
        dish: names.dish,
        day: formats.dayBrief(dish.date),
        price: shown,
      });
      setAsking(false);
      return;
    }
    const body = isAsked ? await choice.run() : input.body;
    if (!body) return;
    // One throttle for all direct orders.
    if (!platform.throttle('direct-order', ORDER_THROTTLE_MS)) return;
    setLast({ quantity, ordered, action });
    await create.run(body);
  };

  const isGone = action === 'sold-out';
  // What came of the last try is no longer of interest once the dish is back, or the order came about after all: also
  // when it is cancelled since. Of a dish that is gone it says whether it was paid for.
  const isOver = last && ((last.isGone === true && !isGone) || last.ordered !== ordered);
  if (isOver && !isPending) setLast(undefined);
  else if (last && isGone && !last.isGone && !isPending) setLast({ ...last, isGone });
  // A failure says nothing of another number of portions. Of a dish that is gone none are counted.
  const isOfOtherNumber = last && !isGone && last.quantity !== quantity;
  if (isOfOtherNumber && !isPending) setLast(undefined);
  const isAboutThis = last && !isOver && !isOfOtherNumber;
  return {
    press,
    prepare,
    isPending,
    failure: isAboutThis ? create.failure : undefined,
    lastAction: last?.action,
  };
}
