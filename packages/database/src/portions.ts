import type { CalendarDay } from '@refectory/domain/day';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import type { Texts } from '@refectory/domain/texts';

import type { Database } from './database.ts';

/** Portions of a dish that customers want in one way: as it is, or with what they chose. */
export type DishPortions = {
  readonly group: Texts;
  readonly dish: Texts;
  readonly modifiers: readonly OrderedModifier[];
  /** Of orders that stand. */
  readonly ordered: number;
  /** Of them, those that were handed out. */
  readonly handedOut: number;
  /** Of carts whose payment by card is awaited. */
  readonly held: number;
};

/** What a canteen cooks on a day: every dish that somebody ordered, in the order of the menu, by what was chosen with it. */
export async function portionsOf(
  { pool }: Database,
  canteenId: number,
  day: CalendarDay,
): Promise<DishPortions[]> {
  const { rows } = await pool.query<DishPortions>({
    name: 'portions-of-day',
    text: `with wanted as (
             select offering_id, modifiers, placed_at, quantity as ordered,
               case when collected_at is null then 0 else quantity end as handed_out, 0 as held
             from orders where state = 'placed'
             union all
             select cart_line.offering_id, cart_line.modifiers, cart.placed_at, 0, 0, cart_line.quantity
             from cart_line join cart on cart.id = cart_line.cart_id where cart.state = 'held'
           )
           -- The same choice is one way, however the menu called and priced it when each was ordered: the last name holds.
           select offering.meal_group as "group", product.name as dish,
             (array_agg(wanted.modifiers order by wanted.placed_at desc))[1] as modifiers,
             sum(ordered)::int as ordered, sum(handed_out)::int as "handedOut", sum(held)::int as held
           from offering
           join product on product.id = offering.product_id
           join wanted on wanted.offering_id = offering.id
           cross join lateral (
             select coalesce(jsonb_agg(id order by id), '[]') as ids from jsonb_path_query(wanted.modifiers, '$[*].id') id
           ) chosen
           where offering.canteen_id = $1 and offering.day = $2
           group by offering.id, product.id, chosen.ids
           order by offering.position, offering.id, chosen.ids`,
    values: [canteenId, day],
  });
  return rows;
}
