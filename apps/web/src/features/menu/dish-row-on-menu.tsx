import type { MenuItem } from '@refectory/contract/menu';
import { memo, useContext } from 'react';

import { DishRow } from '#ui/dish-row.tsx';

import { DetailsContext } from './dish-on-menu.tsx';
import { useDishFacts } from './use-dish-facts.tsx';

function Dish({ dish, headingLevel }: { dish: MenuItem; headingLevel: 3 | 4 }) {
  const facts = useDishFacts(dish, { isShort: true });
  const openDetails = useContext(DetailsContext);
  const onDetails = dish.status === 'READONLY' ? undefined : () => openDetails(dish);
  return <DishRow {...facts} headingLevel={headingLevel} onDetails={onDetails} />;
}

/** A dish of the menu as a row, drawn again only when something of it changed. */
export const DishRowOnMenu = memo(Dish);
