import type { CalendarDay } from '@refectory/domain/day';
import { money, type Money } from '@refectory/domain/money';
import type { Texts } from '@refectory/domain/texts';
import { and, eq, gte, sql } from 'drizzle-orm';

import type { Database } from './database.ts';
import { bonus, bonusAccount, voucher } from './schema.ts';

/** A bonus to be granted; `currencyFormat` is that of the account when this is its first. */
export type NewBonus = Omit<typeof bonus.$inferInsert, 'id' | 'drawn'> & { currencyFormat: Texts };

/** Grants a bonus; answers what is left of all that are good on `today` or later, and how they are written. */
export function grantBonus(
  database: Database,
  { currencyFormat, ...granted }: NewBonus,
  today: CalendarDay = granted.validFrom,
): Promise<{ balance: Money; currencyFormat: Texts }> {
  return database.orm.transaction(async (transaction) => {
    await transaction
      .insert(bonusAccount)
      .values({ customerId: granted.customerId, currencyFormat })
      .onConflictDoNothing();
    await transaction.insert(bonus).values(granted);
    const [after] = await transaction
      .select({
        balance: sql`sum(${bonus.amount} - ${bonus.drawn})`.mapWith(bonus.amount),
        currencyFormat: bonusAccount.currencyFormat,
      })
      .from(bonus)
      .innerJoin(bonusAccount, eq(bonusAccount.customerId, bonus.customerId))
      .where(and(eq(bonus.customerId, granted.customerId), gte(bonus.validTo, today)))
      .groupBy(bonusAccount.currencyFormat);
    return after ?? { balance: money(0), currencyFormat };
  });
}

/** A voucher to be granted. */
export type NewVoucher = Omit<typeof voucher.$inferInsert, 'id'>;

/** Grants a voucher. */
export async function grantVoucher(database: Database, granted: NewVoucher): Promise<void> {
  await database.orm.insert(voucher).values(granted);
}
