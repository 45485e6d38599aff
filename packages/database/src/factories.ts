import type { CutOffRule } from '@refectory/domain/cut-off';
import { type CalendarDay, calendarDay, instantAt } from '@refectory/domain/day';
import { type Money, money, type UnitPrice, unitPrice } from '@refectory/domain/money';

import { placeCart, type CardPayment, type CartOrderInput } from './cart-functions.ts';
import { type Canteen, createCanteen as storeCanteen } from './canteens.ts';
import {
  createCustomer as storeCustomer,
  setCustomData,
  type Customer,
  type CustomDataRow,
  type NewCustomer,
} from './customers.ts';
import type { Database } from './database.ts';
import { grantBonus, type NewBonus } from './grants.ts';
import { insertOfferings, type OfferingRows } from './offerings.ts';
import { creditAccount } from './ledger.ts';
import { ownKey, type OrderInput } from './order-functions.ts';

/** The day the factories' dishes are for when a test names none, a Friday. */
export const factoryDay: CalendarDay = calendarDay('2026-11-20');
/** 08:00 of that day in Prague: everything of it can still be ordered and cancelled. */
export const factoryNow = instantAt(factoryDay, '08:00', 'Europe/Prague');

let made = 0;
/** No two of a test run alike, in any of its processes' databases. */
const unique = (what: string) => `${what}-${(made += 1)}`;

/** A canteen in Prague. */
export function createCanteen(
  database: Database,
  input: Partial<Parameters<typeof storeCanteen>[1]> & { cutOffRule?: CutOffRule } = {},
): Promise<Canteen> {
  const key = unique('canteen');
  return storeCanteen(database, { key, name: { en: key }, timeZone: 'Europe/Prague', ...input });
}

/** A person on the price level `other` with 1,000.00 on the account; cannot log in without a `passwordHash`. */
export async function createCustomer(
  database: Database,
  {
    balance = money(100_000),
    bonus,
    customData,
    ...input
  }: Partial<NewCustomer> & {
    balance?: Money;
    bonus?: Pick<NewBonus, 'amount' | 'currencyFormat'>;
    customData?: readonly CustomDataRow[];
  } = {},
): Promise<Customer> {
  const customer = await storeCustomer(database, {
    userName: unique('customer'),
    passwordHash: '',
    type: 'Person',
    priceLevel: 'other',
    ...input,
  });
  if (balance > 0) {
    await creditAccount(database, {
      customerId: customer.id,
      amount: balance,
      kind: 'opening',
      actor: 'job factory',
      now: factoryNow,
    });
  }
  if (bonus) {
    await grantBonus(database, {
      customerId: customer.id,
      validFrom: factoryDay,
      validTo: factoryDay,
      grantedAt: factoryNow,
      ...bonus,
    });
  }
  if (customData) await setCustomData(database, customer.id, customData);
  return customer;
}

/** A dish on a day that can be ordered: its id, what it belongs to, and all that was stored. */
export type CreatedOffering = { id: number; canteenId: number } & OfferingRows;

/** An open dish with 10 portions at 100.00 on every level, on `factoryDay`, in a canteen of its own unless one is given. */
export async function createOffering(
  database: Database,
  {
    canteenId,
    price = unitPrice(1_000_000),
    prices,
    subsidies = {},
    capacity = 10,
    product = {},
    ...offering
  }: Partial<OfferingRows['offering']> & {
    canteenId?: number;
    price?: UnitPrice;
    prices?: OfferingRows['prices'];
    subsidies?: OfferingRows['subsidies'];
    capacity?: number;
    product?: Partial<OfferingRows['product']>;
  } = {},
): Promise<CreatedOffering> {
  const name = unique('dish');
  const day = offering.day ?? factoryDay;
  const rows: OfferingRows = {
    product: {
      name: { en: name },
      description: null,
      size: null,
      image: null,
      healthIndex: null,
      additionalData: [],
      allergens: [],
      ...product,
    },
    offering: {
      day,
      sourceKey: name,
      mealGroup: { en: 'Main course' },
      filters: [],
      modifierGroups: [],
      state: 'open',
      allowMultipleOrder: true,
      orderUntil: instantAt(day, '10:00', 'Europe/Prague'),
      cancelUntil: instantAt(day, '09:00', 'Europe/Prague'),
      exchangeUntil: instantAt(day, '13:30', 'Europe/Prague'),
      pickupFrom: null,
      pickupTo: null,
      position: 0,
      isMain: false,
      ...offering,
    },
    prices: prices ?? { student: price, employee: price, other: price },
    subsidies,
    capacity,
  };
  const canteen = canteenId ?? (await createCanteen(database)).id;
  const [id] = await database.orm.transaction((queries) => insertOfferings(queries, canteen, [rows]));
  if (id === undefined) throw new Error('the dish was not stored');
  return { id, canteenId: canteen, ...rows };
}

/** An order of one portion at 100.00 by a customer, at `factoryNow`, under a key of its own. */
export function orderOf(
  customerId: number,
  { id, canteenId, offering: { day } }: { id: number; canteenId: number; offering: { day: CalendarDay } },
  input: Partial<OrderInput> = {},
): OrderInput {
  return {
    customerId,
    offeringId: id,
    canteenId,
    day,
    quantity: 1,
    price: money(10_000),
    pickupCode: 'A17',
    idempotency: ownKey(),
    now: factoryNow,
    ...input,
  };
}

/** Where the payments of the factories' carts are made and come back to. */
const cardPayment: CardPayment = {
  gateway: 'creditcard',
  language: 'en',
  successUrl: 'https://a.example/yes',
  failUrl: 'https://a.example/no',
};

/** A cart of dishes at 100.00 a portion that is paid by card, at `factoryNow`, under a key of its own. */
export function cardCartOf(
  customerId: number,
  dishes: readonly (readonly [CreatedOffering, quantity: number])[],
  input: Partial<CartOrderInput> = {},
): CartOrderInput {
  return {
    customerId,
    lines: dishes.map(([dish, quantity]) => ({
      offeringId: dish.id,
      day: dish.offering.day,
      canteenId: dish.canteenId,
      quantity,
      price: money(10_000 * quantity),
    })),
    price: money(dishes.reduce((sum, [, quantity]) => sum + 10_000 * quantity, 0)),
    pickupCode: 'C1',
    idempotency: ownKey(),
    now: factoryNow,
    paymentType: 'creditcard',
    cardPayment,
    ...input,
  };
}

/** Places such a cart, whose payment no gateway knows yet; its id is the answer. */
export async function holdCart(database: Database, ...cart: Parameters<typeof cardCartOf>): Promise<string> {
  const placed = await placeCart(database, cardCartOf(...cart));
  if (placed.verdict !== 'held') throw new Error(`not held but ${placed.verdict}`);
  return placed.paymentId;
}
