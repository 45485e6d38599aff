import { type Money } from '@refectory/domain/money';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Instant } from '@refectory/domain/day';
import type { Texts } from '@refectory/domain/texts';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';

import type { Database } from './database.ts';
import {
  account,
  auditEvent,
  customData,
  customer,
  mailedLink,
  priceLevelTable,
  session,
  type AuditKind,
} from './schema.ts';

/** A customer as stored, and their price level. */
export type Customer = typeof customer.$inferSelect & { priceLevel: PriceLevel };

/** A customer to be made; `floor` is how low the balance may go, that of their price level where it is absent. */
export type NewCustomer = typeof customer.$inferInsert & { priceLevel: PriceLevel; floor?: Money };

/** Makes a customer with an empty account; money comes by `creditAccount`. */
export function createCustomer(
  database: Database,
  { floor, priceLevel, ...input }: NewCustomer,
): Promise<Customer> {
  return database.orm.transaction(async (transaction) => {
    const [created] = await transaction.insert(customer).values(input).returning();
    if (created === undefined) throw new Error('the customer was not stored');
    const levelFloor = floor ?? (await floorOf(transaction, priceLevel));
    await transaction.insert(account).values({ customerId: created.id, priceLevel, levelFloor });
    return { ...created, priceLevel };
  });
}

/** The customer of this name, upper and lower case alike. */
export async function findCustomer(database: Database, userName: string): Promise<Customer | undefined> {
  const [found] = await database.orm
    .select({ ...getTableColumns(customer), priceLevel: account.priceLevel })
    .from(customer)
    .innerJoin(account, eq(account.customerId, customer.id))
    .where(sql`lower(${customer.userName}) = lower(${userName})`);
  return found;
}

/** Whose account is changed, by whom and when: `actor` is the command and its user. */
export type CustomerChange = {
  readonly customerId: number;
  readonly actor: string;
  readonly now: Instant;
};

function record(
  queries: Pick<Database['orm'], 'insert'>,
  { customerId, actor, now }: CustomerChange,
  kind: AuditKind,
  details: Readonly<Record<string, unknown>> = {},
): PromiseLike<unknown> {
  return queries.insert(auditEvent).values({ customerId, kind, actor, details, happenedAt: now });
}

/**
 * Puts a customer on a price level; orders that were placed keep their price. The account gets the level's floor; one
 * that is lower can only be paid in.
 */
export function setPriceLevel(
  database: Database,
  change: CustomerChange,
  priceLevel: PriceLevel,
): Promise<void> {
  return database.orm.transaction(async (queries) => {
    const levelFloor = await floorOf(queries, priceLevel);
    await queries
      .update(account)
      .set({ priceLevel, levelFloor })
      .where(eq(account.customerId, change.customerId));
    await record(queries, change, 'price-level-changed', { priceLevel });
  });
}

/**
 * Sets how far below zero the accounts of a price level may go, 0 or less. An account that is lower already can only be
 * paid in. Answers how many of those there are.
 */
export function setFloor(database: Database, priceLevel: PriceLevel, floor: Money): Promise<number> {
  return database.orm.transaction(async (queries) => {
    await queries.update(priceLevelTable).set({ floor }).where(eq(priceLevelTable.level, priceLevel));
    // Accounts are locked in ascending order everywhere.
    await queries
      .select()
      .from(account)
      .where(eq(account.priceLevel, priceLevel))
      .orderBy(asc(account.customerId))
      .for('update');
    const changed = await queries
      .update(account)
      .set({ levelFloor: floor })
      .where(eq(account.priceLevel, priceLevel))
      .returning({ floor: account.floor });
    return changed.filter((row) => row.floor < floor).length;
  });
}

/** The floor of a level, locked until the transaction ends: a later `setFloor` finds the new account too. */
async function floorOf(queries: Pick<Database['orm'], 'select'>, level: PriceLevel): Promise<Money> {
  const [row] = await queries
    .select()
    .from(priceLevelTable)
    .where(eq(priceLevelTable.level, level))
    .for('share');
  if (row === undefined) throw new Error(`there is no price level "${level}"`);
  return row.floor;
}

/** Says which cost centre the bills of a customer name from now on; null is none. */
export async function setCostCenter(
  database: Database,
  customerId: number,
  costCenter: string | null,
): Promise<void> {
  await database.orm.update(customer).set({ costCenter }).where(eq(customer.id, customerId));
}

/** A label with its value. */
export type CustomDataRow = { label: Texts; value: string };

/** Sets what the canteen tells a customer about themselves, in this order. */
export async function setCustomData(
  database: Database,
  customerId: number,
  rows: readonly CustomDataRow[],
): Promise<void> {
  await database.orm.transaction(async (transaction) => {
    await transaction.delete(customData).where(eq(customData.customerId, customerId));
    if (rows.length === 0) return;
    await transaction
      .insert(customData)
      .values(rows.map((row, index) => ({ customerId, position: index + 1, ...row })));
  });
}

/**
 * Blocks a customer, or unblocks them. A blocked customer has no session from then on and cannot sign in; their orders and
 * their money stay. Answers whether that is a change.
 */
export function setCustomerBlocked(
  database: Database,
  { isBlocked, ...change }: CustomerChange & { readonly isBlocked: boolean },
): Promise<boolean> {
  return database.orm.transaction(async (queries) => {
    const changed = await queries
      .update(customer)
      .set({ active: !isBlocked })
      .where(and(eq(customer.id, change.customerId), eq(customer.active, isBlocked)))
      .returning({ id: customer.id });
    if (isBlocked) await queries.delete(session).where(eq(session.customerId, change.customerId));
    if (changed.length > 0) await record(queries, change, isBlocked ? 'blocked' : 'unblocked');
    return changed.length > 0;
  });
}

/**
 * Gives a customer another password. Whoever is signed in to the account is signed out, and links that were mailed to
 * them before are void: whoever reads that mailbox cannot set a password of their own.
 */
export function setPassword(database: Database, change: CustomerChange, passwordHash: string): Promise<void> {
  return database.orm.transaction(async (queries) => {
    await queries.update(customer).set({ passwordHash }).where(eq(customer.id, change.customerId));
    await queries.delete(session).where(eq(session.customerId, change.customerId));
    await queries.delete(mailedLink).where(eq(mailedLink.customerId, change.customerId));
    await record(queries, change, 'password-reset');
  });
}

/** A customer as a list shows them. */
export type ListedCustomer = Pick<
  Customer,
  'userName' | 'type' | 'companyName' | 'firstName' | 'lastName' | 'email' | 'active' | 'priceLevel'
> & { readonly balance: Money };

/** The customers whose user name, name or e-mail address has this text in it, by user name; at most so many. */
export function listCustomers(database: Database, search: string, atMost: number): Promise<ListedCustomer[]> {
  const { userName, type, companyName, firstName, lastName, email, active } = customer;
  const texts = sql`concat_ws(' ', ${userName}, ${firstName}, ${lastName}, ${companyName}, ${email})`;
  return database.orm
    .select({
      userName,
      type,
      companyName,
      firstName,
      lastName,
      email,
      active,
      priceLevel: account.priceLevel,
      balance: account.balance,
    })
    .from(customer)
    .innerJoin(account, eq(account.customerId, customer.id))
    .where(sql`strpos(lower(${texts}), lower(${search})) > 0`)
    .orderBy(asc(customer.userName))
    .limit(atMost);
}
