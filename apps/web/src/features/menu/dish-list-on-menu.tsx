import type { MenuItem } from '@refectory/contract/menu';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { DishList, DishPlace } from '#ui/dish-list.tsx';
import { ShowMore } from '#ui/show-more.tsx';

import { DishOnMenu } from './dish-on-menu.tsx';

/** Dishes of a list drawn at first, and each time more of them are wanted. // spec §9 */
export const DISHES_AT_ONCE = 10;

/** The dishes of a group that are wanted. */
export function Dishes({
  dishes,
  wanted,
  headingLevel,
}: {
  readonly dishes: readonly MenuItem[];
  readonly wanted: ReadonlySet<MenuItem>;
  readonly headingLevel: 3 | 4;
}) {
  const t = useTranslations('menu');
  const [count, setCount] = useState(DISHES_AT_ONCE);
  const isWanted = (dish: MenuItem) => wanted.has(dish);
  const left = dishes.filter(isWanted).length - count;
  return (
    <div>
      <DishList>
        {drawnOf(dishes, isWanted, count).map(([dish, isShown]) => (
          <DishPlace key={`${dish.mealId} ${dish.product?.id ?? ''}`} hidden={!isShown}>
            <DishOnMenu dish={dish} headingLevel={headingLevel} />
          </DishPlace>
        ))}
      </DishList>
      {left > 0 && (
        <ShowMore
          label={t('moreDishes', { count: Math.min(left, DISHES_AT_ONCE) })}
          shown={count}
          onMore={() => setCount(count + DISHES_AT_ONCE)}
        />
      )}
    </div>
  );
}

/**
 * Of a list that is narrowed the first ones wanted, with `true`, and besides, to be hidden, those that stand there when
 * it is not: they are drawn once, and need not be again when it is widened.
 */
export function drawnOf<Item>(all: readonly Item[], isWanted: (item: Item) => boolean, count: number) {
  const shown = new Set(all.filter(isWanted).slice(0, count));
  return all
    .filter((item, index) => index < count || shown.has(item))
    .map((item) => [item, shown.has(item)] as const);
}
