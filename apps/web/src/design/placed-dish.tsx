import type { ComponentProps } from 'react';

import { DishCard } from '#ui/dish-card.tsx';
import { DishPlace } from '#ui/dish-list.tsx';

/** A card in its place in a DishList. */
export function PlacedDish(props: ComponentProps<typeof DishCard>) {
  return (
    <DishPlace>
      <DishCard {...props} />
    </DishPlace>
  );
}
