import type { CalendarDay, Instant } from '@refectory/domain/day';
import { money, type Money } from '@refectory/domain/money';
import { eq } from 'drizzle-orm';

import type { Canteen } from './canteens.ts';
import { timestamp } from './column-values.ts';
import type { Database } from './database.ts';
import { repeatable } from './function-call.ts';
import { canteen } from './schema.ts';

/** Why a canteen gives the money of an order back. */
export type GiveBackCause = 'closed-day' | 'withdrawn' | 'not-delivered';

/** How many orders were given back, and how much money. */
export type GivenBack = { readonly orders: number; readonly refunded: Money };

type By = { readonly actor: string; readonly now: Instant };

/** Gives back the orders of a day that were not handed out, or those of a pick-up code; their customers are told by mail. */
export async function giveBackDay(
  database: Database,
  {
    canteenId,
    day,
    pickupCode,
    cause,
    ...by
  }: By & {
    readonly canteenId: number;
    readonly day: CalendarDay;
    readonly pickupCode?: string | undefined;
    readonly cause: GiveBackCause;
  },
): Promise<GivenBack> {
  const { rows } = await database.pool.query<{ id: number }>(
    `select orders.id from orders join offering on offering.id = offering_id
     where canteen_id = $1 and offering.day = $2 and orders.state = 'placed' and collected_at is null
       and ($3::text is null or orders.pickup_code = $3)
     order by orders.id`,
    [canteenId, day, pickupCode ?? null],
  );
  return giveBack(
    database,
    rows.map(({ id }) => ({ id, cause })),
    by,
  );
}

/**
 * Gives back the orders of dishes that are off the menu, in the canteens that do so by themselves. Whoever takes a dish off
 * the menu calls it then; a job does so too, for a command that was stopped before it came to this.
 */
export async function giveBackWithdrawn(database: Database, by: By): Promise<GivenBack> {
  const { rows } = await database.pool.query<{ id: number; cause: GiveBackCause }>({
    name: 'give-back-withdrawn',
    text: `select orders.id, case when closed_day.day is null then 'withdrawn' else 'closed-day' end as cause
           from canteen
           join offering on offering.canteen_id = canteen.id and offering.state = 'withdrawn'
           join orders on orders.offering_id = offering.id
           left join closed_day on closed_day.canteen_id = canteen.id and closed_day.day = offering.day
           where canteen.gives_back and orders.state = 'placed' and orders.collected_at is null
             and (offering.day + 1)::timestamp at time zone canteen.time_zone > $1
           order by orders.id`,
    values: [timestamp(by.now)],
  });
  return giveBack(database, rows, by);
}

/** Each order is a transaction of its own, so that nobody waits for all of them; one that is stopped goes on the next time. */
async function giveBack(
  { pool }: Database,
  orders: readonly { readonly id: number; readonly cause: GiveBackCause }[],
  { actor, now }: By,
): Promise<GivenBack> {
  let [count, refunded] = [0, 0];
  for (const { id, cause } of orders) {
    const { rows } = await repeatable(() =>
      pool.query<{ verdict: string; amount: number | null }>({
        name: 'give-back',
        text: 'select verdict, amount from give_back($1, $2, $3, $4)',
        values: [id, cause, actor, timestamp(now)],
      }),
    );
    // Another customer may have taken it meanwhile, its own one cancelled it, or the dish is on the menu again.
    if (rows[0]?.verdict !== 'cancelled') continue;
    count += 1;
    refunded += rows[0].amount ?? 0;
  }
  return { orders: count, refunded: money(refunded) };
}

/** Says whether a canteen gives back by itself what it cannot keep. */
export async function setGivesBack(
  database: Database,
  { id }: Pick<Canteen, 'id'>,
  givesBack: boolean,
): Promise<void> {
  await database.orm.update(canteen).set({ givesBack }).where(eq(canteen.id, id));
}
