import { portionPrice, type CartProblem, type CartRow } from '@refectory/domain/cart-rows';
import { modifierNames, type Modifier } from '@refectory/domain/modifiers';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';

import { useSubmission } from '#platform/api/action.ts';
import { useOrderLimit, usePickup } from '#platform/dish-times/dish-times.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { AmountCounter } from '#ui/amount-counter.tsx';
import { CartRow as Row } from '#ui/cart-row.tsx';
import { TextButton } from '#ui/text-button.tsx';

/** A dish of the cart, with what can be changed of it. */
export function CartRowOnPage({
  row: { item, price, priceBefore, most, groups, times, problem },
  canteen,
  refusal,
  isJustChanged,
  onQuantity,
  onModifiers,
  onRemove,
}: {
  row: CartRow;
  canteen: string | undefined;
  /** Why the server refused it. */
  refusal: string | undefined;
  /** Its modifiers were changed a moment ago: the keyboard goes on here. */
  isJustChanged: boolean;
  onQuantity: (quantity: number) => void;
  onModifiers: (modifiers: readonly Modifier[]) => void;
  onRemove: () => void;
}) {
  const { dialogs } = usePlatform();
  const t = useTranslations('cart');
  const formats = useFormats();
  const today = useToday();
  const problemText = useProblemText();
  const { menuItem, modifiers, quantity } = item;
  const dish = menuItem.product?.name ?? '';
  const day = formats.dayHeading(menuItem.date, today);
  // The same dish with other things that go with it is another row.
  const named = { dish: [dish, ...modifiers.map(({ name }) => name)].join(', '), day };
  const isOver = problem !== undefined && problem.kind !== 'too-many' && problem.kind !== 'modifiers';
  const limit = useOrderLimit(isOver ? undefined : times.orderUntil);
  const pickup = usePickup(isOver ? {} : times);
  const choosing = useSubmission(
    () =>
      dialogs.open('modifiers', {
        dish,
        day,
        price: menuItem.price,
        quantity,
        groups,
        chosen: modifiers.map(({ id }) => id),
        step: 'change',
      }),
    {
      errorsGoTo: 'toast',
      onSuccess: (answer) => {
        if (answer) onModifiers(answer);
      },
    },
  );
  // A row with other modifiers is another row: the button that opened the dialog is gone with the old one.
  const changeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isJustChanged) changeButton.current?.focus();
  }, [isJustChanged]);
  const chooseAgain = () => {
    // The dialog may still be on its way.
    if (!choosing.isPending) void choosing.run();
  };
  // A dish of which one portion can be ordered has no counter, unless its row has more portions.
  const isCounted = most > 1 || quantity > 1;
  return (
    <Row
      name={dish}
      facts={[day, canteen, limit, pickup].filter((fact) => fact !== undefined)}
      modifiers={
        modifiers.length > 0 || groups.length > 0
          ? {
              text: modifierNames(modifiers) ?? '',
              action: groups.length > 0 && (
                <TextButton ref={changeButton} aria-label={t('changeOf', named)} onClick={chooseAgain}>
                  {t('change')}
                </TextButton>
              ),
            }
          : undefined
      }
      counter={
        isCounted && (
          <AmountCounter
            label={t('portions', named)}
            lessLabel={t('fewerPortions', named)}
            moreLabel={t('morePortions', named)}
            value={quantity}
            limits={{ min: 1, max: Math.max(most, 1) }}
            onChange={onQuantity}
          />
        )
      }
      price={formats.amount(price)}
      priceBefore={
        priceBefore === undefined ? undefined : { label: t('before'), amount: formats.amount(priceBefore) }
      }
      each={quantity > 1 ? t('each', { price: formats.price(portionPrice(item)) }) : undefined}
      problem={problem ? problemText(problem) : refusal}
      remove={{ label: t('remove', named), onRemove }}
    />
  );
}

const problemTexts = {
  past: 'past',
  gone: 'gone',
  'sold-out': 'soldOut',
  closed: 'closed',
  modifiers: 'choose',
  'too-many': 'tooMany',
} as const satisfies Record<CartProblem['kind'], string>;

/** Why a row cannot be ordered, in words. */
function useProblemText(): (problem: CartProblem) => string {
  const t = useTranslations('cart');
  return (problem) => t(problemTexts[problem.kind], { most: problem.kind === 'too-many' ? problem.most : 0 });
}
