import type { MenuItem } from '@refectory/contract/menu';
import { orderPrice } from '@refectory/domain/money';
import { useTranslations } from 'use-intl';

import { useDishNames } from '#features/orders/order-dish-button.tsx';
import { useSubmission } from '#platform/api/action.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart } from '#platform/late/late-part.ts';
import { loadWithWords } from '#platform/late/with-words.ts';
import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { askToLogIn } from '#platform/session/ask-to-log-in.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

const addToCart = latePart(async () => (await import('#features/cart/add-to-cart.ts')).addToCart, {
  words: ['cart'],
});

/** Puts a dish into the cart: the way to order it, or a second one beside it, which is a mark alone. */
export function ToCartButton({
  dish,
  quantity,
  isOnlyWay,
  onAdded,
}: {
  dish: MenuItem;
  /** Portions of one press. */
  quantity: number;
  isOnlyWay: boolean;
  onAdded: () => void;
}) {
  const platform = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations('menu');
  const formats = useFormats();
  const names = useDishNames(dish);
  const amount = dish.price === undefined ? '' : formats.amount(orderPrice(dish.price, quantity));
  const action = t(isOnlyWay ? 'order' : 'toCart');
  const { run, isPending } = useSubmission(
    async () => {
      if (!isLoggedIn)
        return askToLogIn(platform, {
          action: 'order',
          dish: names.dish,
          day: formats.dayBrief(dish.date),
          price: amount,
        });
      const add = await loadWithWords(addToCart, platform.words);
      if (await add(platform, dish, quantity, names, formats)) onAdded();
    },
    { errorsGoTo: 'toast' },
  );
  return (
    <Button
      tone={isOnlyWay ? 'primary' : 'quiet'}
      busy={isPending}
      disabled={dish.price === undefined}
      // Elsewhere Order orders at once.
      title={t('toCart')}
      aria-label={
        amount === ''
          ? t('orderDishWithoutPrice', { ...names, action })
          : t('orderDish', { ...names, action, price: amount })
      }
      onClick={() => void run()}
    >
      <Icon name="cart" />
      {isOnlyWay && action}
    </Button>
  );
}
