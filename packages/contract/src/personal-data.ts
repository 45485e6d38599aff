import * as z from 'zod/mini';

import { Balance } from './account.ts';
import { AdditionalData, Customer } from './customer.ts';
import { Day, Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { ModifierOption } from './menu.ts';
import { ExchangedPortions, Order } from './orders.ts';
import { Pairing } from './pairing.ts';
import { Price } from './price.ts';
import { Bill, Bonus, ConsumptionRow, Transaction, Voucher } from './reports.ts';
import { tolerant } from './tolerant.ts';

/** An order with what became of it; also one that does not stand any more. */
export const KeptOrder = z.extend(Order, {
  /** `placed`, `cancelled`, or `exchanged` for one that others have taken. */
  state: z.string(),
  placedAt: Moment,
  cancelledAt: tolerant(Moment),
});

/** What a customer wrote to the canteen. */
export const KeptComment = z.object({ comment: z.string(), sentAt: Moment });

/** Terms that a customer accepted, with the text they read. */
export const KeptConsent = z.object({
  termsVersion: z.number(),
  language: z.string(),
  termsHash: z.string(),
  content: z.string(),
  acceptedAt: Moment,
});

/** A device that is signed in. */
export const KeptSession = z.object({
  createdAt: Moment,
  lastSeenAt: Moment,
  expiresAt: Moment,
  keepLogged: z.boolean(),
});

/** What was done to an account besides its money. */
export const KeptEvent = z.object({
  kind: z.string(),
  /** Who did it. */
  actor: z.string(),
  details: z.unknown(),
  happenedAt: Moment,
});

/** That a mail was written, and when it was sent; what it said is not kept. */
export const KeptMail = z.object({ kind: z.string(), createdAt: Moment, sentAt: tolerant(Moment) });

/** The plastic card; its number is kept as a digest alone. */
export const KeptCard = z.object({ isBlocked: z.boolean(), givenAt: Moment });

/** The card on the screen. */
export const KeptVirtualCard = z.object({ code: z.string(), madeAt: Moment });

/** A dish of a cart that is paid by card. */
export const KeptCartDish = z.object({
  name: z.string(),
  date: Day,
  quantity: z.number(),
  price: Price,
  modifiers: tolerant(z.array(ModifierOption)),
});

/** A cart with what its form said; its dishes stand among the orders once it is ordered. */
export const KeptCart = z.object({
  id: z.number(),
  price: Price,
  paymentType: z.string(),
  delivery: tolerant(z.string()),
  additionalData: z.array(AdditionalData),
  /** `held` until it is paid by card, then `ordered` or `released`. */
  state: z.string(),
  placedAt: Moment,
  /** What was held for it, where it was not ordered. */
  dishes: tolerant(z.array(KeptCartDish)),
});

/** A payment at a gateway. */
export const KeptPayment = z.object({
  paymentId: z.string(),
  /** `top-up` or `cart`. */
  purpose: z.string(),
  gateway: z.string(),
  amount: Price,
  refunded: Price,
  state: z.string(),
  createdAt: Moment,
});

/** Everything the canteen keeps of a customer. */
export const PersonalData = z.object({
  customer: z.extend(Customer, {
    /** The address that the password is reset by until a moment, where `email` was changed lately. */
    recoveryEmail: tolerant(z.string()),
    recoveryUntil: tolerant(Moment),
    /** The language that is remembered for mails; one that was chosen stands in `additionalData`. */
    language: tolerant(z.string()),
  }),
  account: Balance,
  orders: z.array(KeptOrder),
  /** What others have taken of the customer's orders. */
  exchanged: z.array(ExchangedPortions),
  transactions: z.array(Transaction),
  consumption: z.array(ConsumptionRow),
  bills: z.array(Bill),
  bonuses: z.array(Bonus),
  vouchers: z.array(Voucher),
  pairings: z.array(Pairing),
  card: tolerant(KeptCard),
  virtualCard: tolerant(KeptVirtualCard),
  carts: z.array(KeptCart),
  payments: z.array(KeptPayment),
  comments: z.array(KeptComment),
  consents: z.array(KeptConsent),
  sessions: z.array(KeptSession),
  events: z.array(KeptEvent),
  mails: z.array(KeptMail),
});
export type PersonalData = z.output<typeof PersonalData>;

/** The call that gives customers what is stored of them. */
export const personalData = {
  /** The customer's own data to take along, where `export` is announced. */
  exportPersonalData: endpoint({
    path: '/customer/export',
    auth: 'customer',
    needsPassword: true,
    response: PersonalData,
  }),
};
