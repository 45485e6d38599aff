import type { Money } from '@refectory/domain/money';
import type { Texts } from '@refectory/domain/texts';
import { sql } from 'drizzle-orm';

import type { Database } from './database.ts';
import { bonus, bonusAccount, voucher } from './schema.ts';

/** A bonus to be granted; `currencyFormat` is that of the account when this is its first. */
export type NewBonus = Omit<typeof bonus.$inferInsert, 'id' | 'drawn'> & { currencyFormat: Texts };

/** Grants a bonus; answers the bonus balance after it, and the account's own currency. */
export function grantBonus(
  database: Database,
  { currencyFormat, ...granted }: NewBonus,
): Promise<{ balance: Money; currencyFormat: Texts }> {
  return database.orm.transaction(async (transaction) => {
    const [account] = await transaction
      .insert(bonusAccount)
      .values({ customerId: granted.customerId, balance: granted.amount, currencyFormat })
      .onConflictDoUpdate({
        target: bonusAccount.customerId,
        set: { balance: sql`${bonusAccount.balance} + excluded.balance` },
      })
      .returning();
    if (account === undefined) throw new Error('the bonus account was not stored');
    await transaction.insert(bonus).values(granted);
    return account;
  });
}

/** A voucher to be granted. */
export type NewVoucher = Omit<typeof voucher.$inferInsert, 'id'>;

/** Grants a voucher. */
export async function grantVoucher(database: Database, granted: NewVoucher): Promise<void> {
  await database.orm.insert(voucher).values(granted);
}
