import { cardDigest, giveCard, setCardBlocked } from '@refectory/database/cards';
import type { Database } from '@refectory/database/database';
import { createCanteen, createCustomer, createOffering } from '@refectory/database/factories';
import { grantBonus, grantVoucher } from '@refectory/database/grants';
import { creditAccount } from '@refectory/database/ledger';
import { cancelOrder, ownKey, placeOrder } from '@refectory/database/order-functions';
import { publishTerms, type TermsTexts } from '@refectory/database/terms';
import { inTransaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';
import { withModifierPrices } from '@refectory/domain/portion';
import { money, orderPrice } from '@refectory/domain/money';

import { newPickupCode } from '../orders/pickup-code.ts';
import { hashPassword } from '../session/password-hash.ts';
import { addKnownTerminal, collectOrder, offerOrder } from './seed-queries.ts';

// Brands are plain numbers and texts in JSON, so the factories' inputs are asserted where they are read.

/** What a seed can make. */
export const seedKinds = [
  'canteen',
  'customer',
  'offering',
  'order',
  'offer',
  'cancel',
  'credit',
  'voucher',
  'bonus',
  'terms',
  'card',
  'terminal',
] as const;

/** `$name` stands for the id of what was made under that name. */
type Reference = `$${string}`;

/** Values as JSON has them: brands are plain texts and numbers there. */
type Plain<T> = T extends string
  ? string
  : T extends number
    ? number | Reference
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;

type CanteenInput = NonNullable<Parameters<typeof createCanteen>[1]>;
type CustomerInput = NonNullable<Parameters<typeof createCustomer>[1]> & { password?: string };
type OfferingInput = NonNullable<Parameters<typeof createOffering>[1]>;
type OrderInput = {
  customer: string;
  offering: string;
  quantity?: number;
  /** The ids of what is chosen with it. */
  modifiers?: readonly string[];
  /** Portions of the dish in all, when it is not the customer's first order of it. */
  portions?: number;
  pickupCode?: string;
  /** Offered to others for exchange. */
  offered?: boolean;
  collected?: boolean;
};
type OrderName = { order: string };
type VoucherInput = Parameters<typeof grantVoucher>[1];
type BonusInput = Omit<Parameters<typeof grantBonus>[1], 'grantedAt'>;
type TermsInput = { texts: TermsTexts; isBinding?: boolean };
type CardInput = { customerId: number; number: string; isBlocked?: boolean };
type TerminalInput = { name: string; credential: string };
type CreditInput = { customerId: number; amount: number; reference?: string };

/**
 * One thing to make. `as` names it for later steps, which write `$name` for its id; an order takes
 * the names of its customer and its offering, and is offered to others and cancelled by its own. Amounts are hundredths, prices 1/10,000.
 */
export type SeedStep = { readonly as?: string } & (
  | { readonly make: 'canteen'; readonly with?: Plain<CanteenInput> }
  | { readonly make: 'customer'; readonly with?: Plain<CustomerInput> }
  | { readonly make: 'offering'; readonly with?: Plain<OfferingInput> }
  | { readonly make: 'order'; readonly with: OrderInput }
  | { readonly make: 'offer' | 'cancel'; readonly with: OrderName }
  | { readonly make: 'credit'; readonly with: Plain<CreditInput> }
  | { readonly make: 'voucher'; readonly with: Plain<VoucherInput> }
  | { readonly make: 'bonus'; readonly with: Plain<BonusInput> }
  | { readonly make: 'terms'; readonly with: TermsInput }
  | { readonly make: 'card'; readonly with: Plain<CardInput> }
  | { readonly make: 'terminal'; readonly with: TerminalInput }
);

/** The password of the tests is always the same one, and to hash it takes long by intent. */
const hashes = new Map<string, Promise<string>>();

function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

type Customer = Awaited<ReturnType<typeof createCustomer>>;
type Offering = Awaited<ReturnType<typeof createOffering>>;

/** Carries steps out in turn; gives the ids of all named things so far. */
export type Seed = (steps: readonly SeedStep[]) => Promise<Readonly<Record<string, number>>>;

/** A seed for a database; names stay known from one call to the next. */
export function createSeed(database: Database, now: () => Instant): Seed {
  const ids: Record<string, number> = {};
  const customers = new Map<string, Customer>();
  const offerings = new Map<string, Offering>();
  const orders = new Map<string, { orderId: number; customerId: number }>();

  function named<T>(things: ReadonlyMap<string, T>, name: string): T {
    const thing = things.get(name.replace(/^\$/, ''));
    if (thing === undefined) throw new RangeError(`the seed has made no "${name}"`);
    return thing;
  }

  const orderNamed = ({ order }: OrderName) => named(orders, order);

  /** What a step makes its thing of, with references replaced. */
  function input(plain: unknown): object {
    const text = JSON.stringify(plain ?? {}, (_, value: unknown) => {
      if (typeof value !== 'string' || !value.startsWith('$')) return value;
      const id = ids[value.slice(1)];
      if (id === undefined) throw new RangeError(`the seed has made no "${value}"`);
      return id;
    });
    return JSON.parse(text) as object;
  }

  async function makeOrder(name: string, order: OrderInput): Promise<number> {
    const customer = named(customers, order.customer);
    const dish = named(offerings, order.offering);
    const unit = dish.prices[customer.priceLevel];
    if (unit === undefined) throw new RangeError(`${order.offering} has no price for ${order.customer}`);
    const quantity = order.quantity ?? 1;
    const { modifiers = [] } = order;
    const chosen = dish.offering.modifierGroups
      .flatMap(({ options }) => options)
      .filter(({ id }) => modifiers.includes(id));
    const verdict = await placeOrder(database, {
      customerId: customer.id,
      offeringId: dish.id,
      day: dish.offering.day,
      canteenId: dish.canteenId,
      quantity,
      modifiers,
      price: orderPrice(withModifierPrices(unit, chosen), quantity),
      ...(order.portions !== undefined && { agreed: { portions: order.portions } }),
      idempotency: ownKey(),
      pickupCode: order.pickupCode ?? newPickupCode(),
      // In time for its cut-off, whatever the app's clock says.
      now: Math.min(now(), dish.offering.orderUntil),
    });
    if (verdict.verdict !== 'ordered') throw new Error(`the seed's order was refused: ${verdict.verdict}`);
    orders.set(name, { orderId: verdict.orderId, customerId: customer.id });
    if (order.offered) await offerOrder(database, verdict.orderId, now());
    if (order.collected) await collectOrder(database, verdict.orderId, now());
    return verdict.orderId;
  }

  async function make(step: SeedStep): Promise<number> {
    const name = step.as ?? '';
    switch (step.make) {
      case 'canteen':
        return (await createCanteen(database, input(step.with))).id;
      case 'customer': {
        const { password, ...wanted } = input(step.with) as CustomerInput;
        const passwordHash = password === undefined ? undefined : await hashOnce(password);
        const customer = await createCustomer(database, { ...wanted, ...(passwordHash && { passwordHash }) });
        customers.set(name, customer);
        return customer.id;
      }
      case 'offering': {
        const offering = await createOffering(database, input(step.with));
        offerings.set(name, offering);
        return offering.id;
      }
      case 'order':
        return makeOrder(name, step.with);
      case 'offer': {
        const { orderId } = orderNamed(step.with);
        await offerOrder(database, orderId, now());
        return orderId;
      }
      case 'cancel': {
        const { orderId, customerId } = orderNamed(step.with);
        await cancelOrder(database, {
          customerId,
          orderId,
          agreed: { giveUp: orderId },
          idempotency: ownKey(),
          now: now(),
        });
        return orderId;
      }
      case 'credit': {
        const { customerId, amount, reference } = input(step.with) as CreditInput;
        await creditAccount(database, {
          customerId,
          amount: money(amount),
          kind: 'top-up',
          reference,
          actor: 'job seed',
          now: now(),
        });
        return customerId;
      }
      case 'voucher': {
        const granted = input(step.with) as VoucherInput;
        await grantVoucher(database, granted);
        return granted.customerId;
      }
      case 'bonus': {
        const granted = input(step.with) as BonusInput;
        await grantBonus(database, { ...granted, grantedAt: now() });
        return granted.customerId;
      }
      case 'terms':
        return publishTerms(database, { isBinding: true, ...step.with, now: now() });
      case 'card': {
        const { customerId, number, isBlocked = false } = input(step.with) as CardInput;
        const change = { customerId, actor: 'job seed', now: now() };
        const digest = await cardDigest(database, number);
        await inTransaction(database, async (transaction) => {
          await giveCard(transaction, { ...change, digest });
          if (isBlocked) await setCardBlocked(transaction, { ...change, isBlocked });
        });
        return customerId;
      }
      case 'terminal':
        return addKnownTerminal(database, step.with, now());
    }
  }

  return async (steps) => {
    for (const step of steps) {
      const id = await make(step);
      if (step.as !== undefined) ids[step.as] = id;
    }
    return ids;
  };
}
