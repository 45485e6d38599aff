import type { Database } from '@refectory/database/database';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { HealthIndex, OfferingState } from '@refectory/domain/dish';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import type { PlannedAllergen, PlannedModifierGroup, PlannedProperty } from '@refectory/domain/menu-plan';
import type { UnitPrice } from '@refectory/domain/money';
import type { DayRange } from '@refectory/domain/period';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Texts } from '@refectory/domain/texts';

/** A dish on a day as the menu shows it. */
export type MenuRow = {
  mealId: number;
  day: CalendarDay;
  group: Texts;
  filters: string[];
  modifierGroups: PlannedModifierGroup[];
  state: OfferingState;
  allowMultipleOrder: boolean;
  orderUntil: Instant;
  cancelUntil: Instant;
  exchangeUntil: Instant;
  pickupFrom: Instant | null;
  pickupTo: Instant | null;
  productId: number;
  name: Texts;
  description: Texts | null;
  size: Texts | null;
  image: string | null;
  healthIndex: HealthIndex | null;
  additionalData: PlannedProperty[];
  allergens: PlannedAllergen[];
  unitPrice: UnitPrice | null;
  remaining: number;
  /** Portions that can be taken from the exchange, by the customer who offers them and by what was chosen with them. */
  offers: { customerId: number; portions: number; modifiers: OrderedModifier[] }[];
};

/** Portions that a customer offers to others. */
export type OfferedRow = { customerId: number; portions: number };

/** The SQL of menus. */
export function menuQueries({ pool }: Database) {
  return {
    /** A canteen's dishes of some days, in the order of the menu, at the prices of a level. */
    async dishes(canteenId: number, range: DayRange, level: PriceLevel): Promise<MenuRow[]> {
      const { rows } = await pool.query<MenuRow>({
        name: 'menu-dishes',
        text: `select o.id as "mealId", o.day, o.meal_group as "group", o.filters,
                 o.modifier_groups as "modifierGroups", o.state,
                 o.allow_multiple_order as "allowMultipleOrder", o.order_until as "orderUntil",
                 o.cancel_until as "cancelUntil", o.exchange_until as "exchangeUntil",
                 o.pickup_from as "pickupFrom", o.pickup_to as "pickupTo",
                 p.id as "productId", p.name, p.description, p.size, p.image,
                 p.health_index as "healthIndex", p.additional_data as "additionalData", p.allergens,
                 price.unit_price as "unitPrice", s.remaining,
                 coalesce((select jsonb_agg(offer order by "customerId") from (
                   select customer_id as "customerId", sum(quantity) as portions, modifiers from orders
                   where offering_id = o.id and state = 'placed' and offered_at is not null
                     and can_be_chosen(o.modifier_groups, modifiers)
                   group by customer_id, modifiers) offer), '[]') as offers
               from offering o
               join product p on p.id = o.product_id
               join stock s on s.offering_id = o.id
               left join offering_price price on price.offering_id = o.id and price.price_level = $4
               where o.canteen_id = $1 and o.day between $2 and $3 and o.state <> 'withdrawn'
               order by o.day, o.position, o.id`,
        values: [canteenId, range.from, range.to, level],
      });
      return rows;
    },

    /** The days with dishes from a day on. */
    async availableDays(canteenId: number, from: CalendarDay): Promise<CalendarDay[]> {
      const { rows } = await pool.query<{ day: CalendarDay }>({
        name: 'menu-available-days',
        text: `select distinct day from offering
               where canteen_id = $1 and day >= $2 and state <> 'withdrawn' order by day`,
        values: [canteenId, from],
      });
      return rows.map(({ day }) => day);
    },

    /** The closed days from a day on, with their reasons. */
    async closedDays(canteenId: number, from: CalendarDay): Promise<{ day: CalendarDay; reason: Texts }[]> {
      const { rows } = await pool.query<{ day: CalendarDay; reason: Texts }>({
        name: 'menu-closed-days',
        text: `select day, reason from closed_day
               where canteen_id = $1 and day >= $2 order by day`,
        values: [canteenId, from],
      });
      return rows;
    },

    /** The portions that can be taken from the exchange on a day at the prices of a level, by the customer who offers them. */
    async offeredOn(
      canteenId: number,
      day: CalendarDay,
      level: PriceLevel,
      now: Instant,
    ): Promise<OfferedRow[]> {
      const { rows } = await pool.query<OfferedRow>({
        name: 'menu-offered-on',
        text: `select orders.customer_id as "customerId", sum(orders.quantity)::int as portions
               from offering o
               join offering_price price on price.offering_id = o.id and price.price_level = $3
               join orders on orders.offering_id = o.id
               where o.canteen_id = $1 and o.day = $2 and o.state = 'open' and o.exchange_until >= $4
                 and orders.state = 'placed' and orders.offered_at is not null
                 and can_be_chosen(o.modifier_groups, orders.modifiers)
               group by orders.customer_id`,
        values: [canteenId, day, level, new Date(now)],
      });
      return rows;
    },

    /** The first day with a dish that can be ordered at a moment, if there is one. */
    async firstOrderableDay(
      canteenId: number,
      level: PriceLevel,
      now: Instant,
    ): Promise<CalendarDay | undefined> {
      const { rows } = await pool.query<{ day: CalendarDay }>({
        name: 'menu-first-orderable-day',
        text: `select o.day from offering o
               join stock s on s.offering_id = o.id
               join offering_price price on price.offering_id = o.id and price.price_level = $2
               where o.canteen_id = $1 and o.state = 'open' and o.order_until >= $3
                 and s.remaining > 0
               order by o.day limit 1`,
        values: [canteenId, level, new Date(now)],
      });
      return rows[0]?.day;
    },
  };
}
