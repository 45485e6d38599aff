import { orderPrice, unitPrice } from '@refectory/domain/money';
import { MOST_PORTIONS } from '@refectory/domain/order';

import type { Database } from '../database.ts';

/** Sums that are compared by one statement. */
const AT_ONCE = 10_000;
const DEAREST = 50_000_000;
/** Half a hundredth, in 1/10,000. */
const HALF = 50n;

/**
 * Holds the price of random portions against integers without a limit: what the browser computes by the domain, and what
 * the database computes, for a price with chosen modifiers and for a subsidy.
 */
export async function compareSums(
  { pool }: Pick<Database, 'pool'>,
  { count, random }: { count: number; random: () => number },
): Promise<{ readonly count: number; readonly different: readonly string[] }> {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const different: string[] = [];
  for (let done = 0; done < count; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - done);
    const cases = Array.from({ length: size }, () => {
      const modifiers = Array.from({ length: upTo(3) }, () => upTo(500_000));
      // Half of the prices end in half a hundredth, where rounding is decided.
      const dish = random() < 0.5 ? upTo(DEAREST) : upTo(DEAREST / 100) * 100 + 50;
      return {
        price: [dish, ...modifiers].reduce((sum, part) => sum + part, 0),
        subsidy: upTo(dish),
        quantity: 1 + upTo(MOST_PORTIONS - 1),
      };
    });
    const { rows } = await pool.query<{ price: number; subsidy: number }>(
      `select order_price(price, quantity) as price, order_price(subsidy, quantity) as subsidy
       from unnest($1::bigint[], $2::bigint[], $3::int[]) with ordinality given (price, subsidy, quantity, place)
       order by place`,
      [
        cases.map(({ price }) => price),
        cases.map(({ subsidy }) => subsidy),
        cases.map(({ quantity }) => quantity),
      ],
    );
    for (const [index, { price, subsidy, quantity }] of cases.entries())
      for (const [what, unit, ofDatabase] of [
        ['price', price, rows[index]?.price],
        ['subsidy', subsidy, rows[index]?.subsidy],
      ] as const) {
        const exact = Number((BigInt(unit) * BigInt(quantity) + HALF) / (2n * HALF));
        const ofDomain = orderPrice(unitPrice(unit), quantity);
        if (ofDomain !== exact || ofDatabase !== exact)
          different.push(
            `${what} ${unit} x ${quantity}: ${exact}, domain ${ofDomain}, database ${ofDatabase}`,
          );
      }
  }
  return { count, different };
}
