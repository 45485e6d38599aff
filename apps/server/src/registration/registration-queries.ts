import type { CustomerPayload } from '@refectory/domain/form-customer';
import type { Transaction } from '@refectory/database/transaction';
import type { Language } from '@refectory/domain/texts';

/** A person or a company that registers. */
export type NewAccount = CustomerPayload & {
  readonly userName: string;
  readonly passwordHash: string;
  readonly language: Language | undefined;
};

/** Opens an account; answers its customer, or nothing where somebody has the user name. */
export async function openAccount(
  transaction: Transaction,
  account: NewAccount,
): Promise<number | undefined> {
  const { userName, passwordHash, language, type, companyName, firstName, lastName, email, additionalData } =
    account;
  const { rows } = await transaction.query<{ id: number }>({
    name: 'registration-open-account',
    text: `with opened as (
             insert into customer
               (user_name, password_hash, type, company_name, first_name, last_name, email, additional_data, language)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             on conflict (lower(user_name)) do nothing
             returning id)
           insert into account (customer_id, price_level, level_floor)
           select opened.id, level, floor from opened, price_level where level = 'other' returning customer_id as id`,
    values: [
      userName,
      passwordHash,
      type ?? 'Person',
      companyName ?? null,
      firstName ?? null,
      lastName ?? null,
      email ?? null,
      JSON.stringify(additionalData ?? []),
      language ?? null,
    ],
  });
  return rows[0]?.id;
}
