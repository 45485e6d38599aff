import * as z from 'zod/mini';

import { Day, Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { ModifierOption } from './menu.ts';
import { Price } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

const Rate = tolerant(z.union([z.number(), z.string()]));

/** The days of a report. */
export const ReportDays = z.object({
  /** The first day. */
  from: Day,
  /** The last day, included. */
  to: Day,
});

/** Whether a list was cut; without either its length decides. */
const cutList = { incomplete: tolerant(z.boolean()), totalCount: tolerant(z.number()) };

/** A movement of the account. */
export const Transaction = z.object({
  id: AnyId,
  name: tolerant(z.string()),
  /** Shown where there is no name. */
  description: tolerant(z.string()),
  dateTime: tolerant(Moment),
  /** Below zero what was taken from the account. */
  amount: Price,
});
export type Transaction = z.output<typeof Transaction>;

/** What was eaten, one row per portion or weighing. */
export const ConsumptionRow = z.object({
  id: AnyId,
  dateTime: tolerant(Moment),
  costCenter: tolerant(z.string()),
  canteen: tolerant(z.string()),
  /** The till. */
  register: tolerant(z.string()),
  /** The dish. */
  recipe: tolerant(z.string()),
  /** What was chosen with it; its price is in that of the dish. */
  modifiers: tolerant(z.array(ModifierOption)),
  /** Percent, as the server writes it. */
  taxRate: Rate,
  /** What the employer pays of it, free of tax. */
  taxSubsidy: tolerant(Price),
  /** What the employer pays of it besides. */
  nonTaxSubsidy: tolerant(Price),
  price: Price,
});
export type ConsumptionRow = z.output<typeof ConsumptionRow>;

/** One line of a bill. */
export const BillItem = z.object({
  /** The product's id. */
  prodid: tolerant(AnyId),
  name: tolerant(z.string()),
  /** What was chosen with it; its price is in that of the item. */
  modifiers: tolerant(z.array(ModifierOption)),
  /** How many, or how much of what is weighed. */
  amount: tolerant(z.number()),
  /** The price with tax. */
  priceWIT: tolerant(Price),
  /** The price without tax. */
  priceWOT: tolerant(Price),
  /** Percent, as the server writes it. */
  taxRate: Rate,
  taxSubsidy: tolerant(Price),
  nonTaxSubsidy: tolerant(Price),
});
export type BillItem = z.output<typeof BillItem>;

/** A closed bill. */
export const Bill = z.object({
  id: AnyId,
  serialNumber: tolerant(AnyId),
  /** The till. */
  register: tolerant(z.string()),
  costCenter: tolerant(z.string()),
  dateTime: tolerant(Moment),
  /** The price with tax. */
  priceWIT: Price,
  /** Percent, as the server writes it. */
  discount: Rate,
  nonTaxSubsidy: tolerant(Price),
  taxSubsidy: tolerant(Price),
  usedBonus: tolerant(Price),
  items: z.catch(z.array(BillItem), []),
});
export type Bill = z.output<typeof Bill>;

/** A bonus: money of the canteen that pays a part of bills, under conditions. */
export const Bonus = z.object({
  id: AnyId,
  validFrom: tolerant(Moment),
  validTo: tolerant(Moment),
  /** How much of a bill it may pay, in percent. */
  maxDiscountPercent: tolerant(z.number()),
  /** The smallest bill it may be used for. */
  minBillPrice: tolerant(Price),
  /** The bonus as it was given. */
  bonus: tolerant(Price),
  /** How much of the bonus was used. */
  drawn: tolerant(Price),
  /** How much of the bonus is left. */
  balance: tolerant(Price),
  /** A currency format for its amounts, `{0}` standing for the number. */
  currency: tolerant(z.string()),
});
export type Bonus = z.output<typeof Bonus>;

/** A voucher. */
export const Voucher = z.object({
  id: AnyId,
  validFrom: tolerant(Moment),
  validTo: tolerant(Moment),
  creationTimeStamp: tolerant(Moment),
  voucherSet: tolerant(AnyId),
  voucherType: tolerant(AnyId),
});
export type Voucher = z.output<typeof Voucher>;

/** The calls of reports. */
export const reports = {
  /** The movements of the account in these days. */
  listTransactions: endpoint({
    path: '/customer/account/transactions',
    auth: 'customer',
    query: ReportDays,
    response: z.object({ transactions: z.array(Transaction), ...cutList }),
    payload: 'transactions',
  }),

  /** What the customer ate in these days. */
  listConsumption: endpoint({
    path: '/customer/account/consumption',
    auth: 'customer',
    query: ReportDays,
    response: z.object({ consumption: z.array(ConsumptionRow), ...cutList }),
    payload: 'consumption',
  }),

  /** The customer's closed bills of these days, with their items where `withDetails` asks for them. */
  listBills: endpoint({
    path: '/customer/bills',
    auth: 'customer',
    query: z.object({ ...ReportDays.shape, withDetails: z.optional(z.boolean()) }),
    response: z.object({ bills: z.array(Bill), ...cutList }),
    payload: 'bills',
  }),

  /** The customer's bonuses. */
  listBonuses: endpoint({
    path: '/customer/account/bonuses',
    auth: 'customer',
    response: z.object({ bonuses: z.array(Bonus), ...cutList }),
    payload: 'bonuses',
  }),

  /** The customer's vouchers. */
  listVouchers: endpoint({
    path: '/customer/account/vouchers',
    auth: 'customer',
    response: z.object({ vouchers: z.array(Voucher), ...cutList }),
    payload: 'vouchers',
  }),
};
