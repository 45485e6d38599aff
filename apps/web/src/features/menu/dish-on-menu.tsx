import type { MenuItem } from '@refectory/contract/menu';
import { createContext, memo, useContext } from 'react';

import { DishCard } from '#ui/dish-card.tsx';

import { useDishFacts } from './use-dish-facts.tsx';

/** Opens the sheet with everything about a dish; there is one for the whole menu. */
export const DetailsContext = createContext<(dish: MenuItem) => void>(() => undefined);

function Dish({ dish, headingLevel }: { dish: MenuItem; headingLevel: 3 | 4 }) {
  const facts = useDishFacts(dish);
  const openDetails = useContext(DetailsContext);
  // A read-only dish has no button at all.
  const onDetails = dish.status === 'READONLY' ? undefined : () => openDetails(dish);
  return <DishCard {...facts} headingLevel={headingLevel} onDetails={onDetails} />;
}

/** A dish of the menu. A menu has hundreds of them: each is drawn again only when something of it changed. */
export const DishOnMenu = memo(Dish);
