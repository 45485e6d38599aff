import type { MenuItem } from '@refectory/contract/menu';
import type { MenuGroup } from '@refectory/domain/menu';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { DishList, DishPlace } from '#ui/dish-list.tsx';
import { ShowMore } from '#ui/show-more.tsx';

import { DishOnMenu } from './dish-on-menu.tsx';
import { DISHES_AT_ONCE, mountedItems } from './mounted-items.ts';

/** The id of the element of a dish. */
export const placeOf = ({ date, mealId, product }: MenuItem) =>
  ['dish', date, mealId, product?.id].filter(Boolean).join('-').replaceAll(/\s/g, '-');

/** The dishes of a group that pass search and filters: as cards, or as `Dish` draws them, in rows. */
export function Dishes({
  dishes,
  wanted,
  headingLevel,
  Dish = DishOnMenu,
  inRows = false,
}: Omit<MenuGroup<MenuItem>, 'group'> & {
  readonly headingLevel: 3 | 4;
  readonly Dish?: typeof DishOnMenu;
  readonly inRows?: boolean;
}) {
  const t = useTranslations('menu');
  const [count, setCount] = useState(DISHES_AT_ONCE);
  const left = wanted.length - count;
  return (
    <div>
      <DishList inRows={inRows}>
        {mountedItems(dishes, wanted, count).map(([dish, isShown]) => (
          <DishPlace key={placeOf(dish)} id={placeOf(dish)} hidden={!isShown}>
            <Dish dish={dish} headingLevel={headingLevel} />
          </DishPlace>
        ))}
      </DishList>
      {left > 0 && (
        <ShowMore
          label={t('moreDishes', { count: Math.min(left, DISHES_AT_ONCE) })}
          onMore={() => setCount(count + DISHES_AT_ONCE)}
        />
      )}
    </div>
  );
}
