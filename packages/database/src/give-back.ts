import type { CalendarDay, Instant } from '@refectory/domain/day';
import { money, type Money } from '@refectory/domain/money';
import { eq } from 'drizzle-orm';

import type { Canteen } from './canteens.ts';
import { timestamp } from './column-values.ts';
import type { Database } from './database.ts';
import { callFunction, repeatable } from './function-call.ts';
import { rowByRow, type RowByRow } from './row-by-row.ts';
import { canteen } from './schema.ts';
import type { VerdictRow } from './verdicts.ts';

/** Why a canteen gives the money of an order back. */
export type GiveBackCause = 'closed-day' | 'withdrawn' | 'not-delivered';

/** How many orders were given back, and how much money; `left` are those of which somebody held what they need. */
export type GivenBack = { readonly orders: number; readonly refunded: Money; readonly left: number };

type By = RowByRow & { readonly actor: string; readonly now: Instant };

/** Gives back the orders of a day that closed. */
export async function giveBackClosedDay(
  database: Database,
  { canteenId, day, ...by }: By & Pick<WaitingMeals, 'canteenId' | 'day'>,
): Promise<GivenBack> {
  const orders = await waitingMeals(database, { canteenId, day });
  return giveBack(
    database,
    orders.map(({ id }) => ({ id, cause: 'closed-day' })),
    by,
  );
}

/**
 * Gives back meals that were not delivered; or answers the names of several customers whose meals wait under one code. Codes
 * are short, so two customers may have the same one: then nothing is given back.
 */
export async function giveBackNotDelivered(
  database: Database,
  { canteenId, day, pickupCode, customerId, ...by }: By & WaitingMeals,
): Promise<GivenBack | { readonly customers: readonly string[] }> {
  const orders = await waitingMeals(database, { canteenId, day, pickupCode, customerId });
  const customers = [...new Set(orders.map(({ userName }) => userName))];
  if (pickupCode !== undefined && customers.length > 1) return { customers };
  return giveBack(
    database,
    orders.map(({ id }) => ({ id, cause: 'not-delivered' })),
    by,
  );
}

/** The orders of a day that were not handed out: all of them or those of a pick-up code, a customer, or both. */
type WaitingMeals = {
  readonly canteenId: number;
  readonly day: CalendarDay;
  readonly pickupCode?: string | undefined;
  readonly customerId?: number | undefined;
};

async function waitingMeals(
  { pool }: Database,
  { canteenId, day, pickupCode, customerId }: WaitingMeals,
): Promise<readonly { readonly id: number; readonly userName: string }[]> {
  const { rows } = await pool.query<{ id: number; userName: string }>(
    `select orders.id, user_name as "userName" from orders
     join offering on offering.id = offering_id
     join customer on customer.id = customer_id
     where canteen_id = $1 and offering.day = $2 and orders.state = 'placed' and collected_at is null
       and ($3::text is null or orders.pickup_code = $3) and ($4::bigint is null or customer_id = $4)
     order by orders.id`,
    [canteenId, day, pickupCode ?? null, customerId ?? null],
  );
  return rows;
}

/**
 * Gives back the orders of dishes that are off the menu, in the canteens that do so by themselves. Whoever takes a dish off
 * the menu calls it then; a job does so too, for a command that was stopped before it came to this, and for orders that
 * somebody held then.
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

/** Each order is a transaction of its own; one that is stopped goes on the next time. */
async function giveBack(
  database: Database,
  orders: readonly { readonly id: number; readonly cause: GiveBackCause }[],
  { actor, now, isStopped }: By,
): Promise<GivenBack> {
  let [count, refunded] = [0, 0];
  const left = await rowByRow(
    orders,
    async ({ id, cause }, patience) => {
      const [given] = await repeatable(() =>
        callFunction<VerdictRow>(database, {
          name: 'give_back',
          values: [id, cause, actor, timestamp(now)],
          patience,
        }),
      );
      // Another customer may have taken it meanwhile, its own one cancelled it, or the dish is on the menu again.
      if (given?.verdict !== 'cancelled') return;
      count += 1;
      refunded += given.amount ?? 0;
    },
    { isStopped },
  );
  return { orders: count, refunded: money(refunded), left };
}

/** Says whether a canteen gives back by itself what it cannot keep. */
export async function setGivesBack(
  database: Database,
  { id }: Pick<Canteen, 'id'>,
  givesBack: boolean,
): Promise<void> {
  await database.orm.update(canteen).set({ givesBack }).where(eq(canteen.id, id));
}
