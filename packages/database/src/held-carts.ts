import type { CalendarDay, Instant } from '@refectory/domain/day';

import type { Connected, Patience } from './function-call.ts';
import { hearOfPayment } from './payments.ts';
import { rowByRow, type RowByRow } from './row-by-row.ts';

/** Why a cart that was held cannot be ordered: the canteen closed a day of it, or took a dish of it off the menu. */
type WhyOffMenu = { readonly because: 'closed-day' | 'withdrawn'; readonly day?: CalendarDay };

/** How many carts were released, and how many are left, since somebody held what they need. */
export type ReleasedCarts = { readonly released: number; readonly left: number };

/**
 * Releases the carts that wait for their payment by card and have a dish that is off the menu, and has their payments ended
 * at the gateways, so that nobody pays for what will not be cooked. Whoever takes a dish off the menu calls it then; a job
 * does so too, for a command that was stopped before it came to this, and for carts that somebody held then.
 */
export async function releaseCartsOffMenu(
  database: Connected,
  { actor, now, isStopped }: RowByRow & { readonly actor: string; readonly now: Instant },
): Promise<ReleasedCarts> {
  const { rows } = await database.pool.query<{ id: number; cartId: number }>({
    name: 'carts-off-menu',
    text: `select payment.id, cart.id as "cartId" from cart
           join payments.payment on payment.cart_id = cart.id
           cross join lateral (select cart_off_menu(cart.id) as why offset 0) found
           where cart.state = 'held' and why is not null order by payment.id`,
  });
  let released = 0;
  // One that was paid meanwhile stays paid.
  const release = async ({ id, cartId }: (typeof rows)[number], patience: Patience) => {
    const why = await whyOffMenu(database, cartId);
    if (!why) return;
    const { verdict } = await hearOfPayment(
      database,
      {
        id,
        fact: 'expired',
        source: actor,
        details: why,
        // The service of payments ends it at the gateway when it next looks.
        queryAt: now,
        now,
      },
      patience.ms,
    );
    if (verdict === 'changed') released += 1;
  };
  return { left: await rowByRow(rows, release, { isStopped }), released };
}

/** Why a cart cannot be ordered by now: its dishes may be on the menu again since the list was read. */
async function whyOffMenu({ pool }: Connected, cartId: number): Promise<WhyOffMenu | null | undefined> {
  const { rows } = await pool.query<{ why: WhyOffMenu | null }>({
    name: 'cart-off-menu',
    text: 'select cart_off_menu($1) as why',
    values: [cartId],
  });
  return rows[0]?.why;
}
