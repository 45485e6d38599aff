import type { Bill, BillItem, Bonus, ConsumptionRow, Transaction } from '@refectory/contract/reports';
import { money } from '@refectory/domain/money';
import { textIn, type Language } from '@refectory/domain/texts';
import { ledgerTexts } from '@refectory/translations/ledger';

import { modifiersOnWire } from '../orders/modifiers-on-wire.ts';
import type { BillItemRow, BillRow, BonusRow, ConsumptionItem, MovementRow } from './report-queries.ts';

/** A movement as customers are told of it: what it was, and for which dish or why. */
export function transactionOnWire(row: MovementRow, language: Language): Transaction {
  const texts = ledgerTexts[language];
  const why = row.isRefundRefused
    ? texts['refund-refused']
    : row.isForCart
      ? texts['cart-payment']
      : row.reason;
  const parts = [row.dish && textIn(row.dish, language), why].filter(Boolean);
  return {
    id: row.id,
    name: texts[row.isTaken ? 'taken' : row.kind],
    description: parts.length > 0 ? parts.join(': ') : undefined,
    dateTime: row.occurredAt,
    amount: row.amount,
  };
}

/** Hundredths of a percent as the percent of the wire. */
const percent = (hundredths: number) => hundredths / 100;

const itemValues = (row: BillItemRow, language: Language) => ({
  ...(row.modifiers.length > 0 && { modifiers: modifiersOnWire(row.modifiers, language) }),
  taxRate: row.taxRate === null ? undefined : percent(row.taxRate),
  taxSubsidy: row.taxSubsidy,
  nonTaxSubsidy: row.nonTaxSubsidy,
});

/** A meal that was handed out. */
export function consumptionOnWire(row: ConsumptionItem, language: Language): ConsumptionRow {
  return {
    id: row.orderId,
    dateTime: row.closedAt,
    costCenter: row.costCenter ?? undefined,
    canteen: textIn(row.canteen, language),
    register: row.register ?? undefined,
    recipe: textIn(row.name, language),
    price: row.price,
    ...itemValues(row, language),
  };
}

function itemOnWire(row: BillItemRow, language: Language): BillItem {
  return {
    prodid: row.orderId,
    name: textIn(row.name, language),
    amount: row.quantity,
    priceWIT: row.price,
    priceWOT: row.priceWithoutTax,
    ...itemValues(row, language),
  };
}

/** Bills with those of these items that are theirs. */
export function billsOnWire(
  bills: readonly BillRow[],
  items: readonly BillItemRow[],
  language: Language,
): Bill[] {
  const itemsOf = new Map<number, BillItemRow[]>();
  for (const item of items) itemsOf.set(item.billId, [...(itemsOf.get(item.billId) ?? []), item]);
  return bills.map((row) => billOnWire(row, itemsOf.get(row.id) ?? [], language));
}

/** A bill with its items. The discount is the part of the price that bonuses paid. */
function billOnWire(row: BillRow, items: readonly BillItemRow[], language: Language): Bill {
  const { id, serialNumber, closedAt, price, taxSubsidy, nonTaxSubsidy, usedBonus } = row;
  return {
    id,
    serialNumber,
    register: row.register ?? undefined,
    costCenter: row.costCenter ?? undefined,
    dateTime: closedAt,
    priceWIT: price,
    discount: price === 0 ? 0 : percent(Math.round((usedBonus / price) * 10_000)),
    taxSubsidy,
    nonTaxSubsidy,
    usedBonus,
    items: items.map((item) => itemOnWire(item, language)),
  };
}

/** A bonus with what is left of it. */
export function bonusOnWire(row: BonusRow, language: Language): Bonus {
  const { id, validFrom, validTo, maxDiscountPercent, minBillPrice, amount, drawn } = row;
  return {
    id,
    validFrom,
    validTo,
    maxDiscountPercent: maxDiscountPercent ?? undefined,
    minBillPrice,
    bonus: amount,
    drawn,
    balance: money(amount - drawn),
    currency: textIn(row.currencyFormat, language),
  };
}
