import type { Database } from '@refectory/database/database';
import type { MovementKind } from '@refectory/database/schema';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import type { DayRange } from '@refectory/domain/period';
import type { Texts } from '@refectory/domain/texts';

/** The first rows of a report, and how many there are. */
export type Listed<Row> = { readonly rows: readonly Row[]; readonly totalCount: number };

/** A movement of a customer's account. */
export type MovementRow = {
  id: number;
  kind: MovementKind;
  /** The dish of the order that it belongs to. */
  dish: Texts | null;
  reason: string | null;
  /** Money that was to go back to a card, and that the gateway refused to send. */
  isRefundRefused: boolean;
  /** The charge of an order that took portions that somebody else offered. */
  isTaken: boolean;
  /** Money from a card that a cart was ordered with; null where no payment brought it. */
  isForCart: boolean | null;
  occurredAt: Instant;
  amount: Money;
};

/** A bill as stored. */
export type BillRow = {
  id: number;
  serialNumber: number;
  register: string | null;
  costCenter: string | null;
  closedAt: Instant;
  price: Money;
  taxSubsidy: Money;
  nonTaxSubsidy: Money;
  usedBonus: Money;
};

/** An item of a bill as stored; the rate is in hundredths of a percent. */
export type BillItemRow = {
  orderId: number;
  billId: number;
  name: Texts;
  modifiers: OrderedModifier[];
  quantity: number;
  price: Money;
  priceWithoutTax: Money;
  taxRate: number | null;
  taxSubsidy: Money;
  nonTaxSubsidy: Money;
};

/** An item with what the consumption says of its bill. */
export type ConsumptionItem = BillItemRow & {
  closedAt: Instant;
  costCenter: string | null;
  canteen: Texts;
  register: string | null;
};

/** A bonus as stored. */
export type BonusRow = {
  id: number;
  validFrom: CalendarDay;
  validTo: CalendarDay;
  maxDiscountPercent: number | null;
  minBillPrice: Money;
  amount: Money;
  drawn: Money;
  currencyFormat: Texts;
};

/** A voucher as stored. */
export type VoucherRow = {
  id: number;
  voucherSet: string;
  voucherType: string;
  validFrom: CalendarDay;
  validTo: CalendarDay;
  creationTimeStamp: Instant;
};

const ITEM_COLUMNS = `item.order_id as "orderId", item.bill_id as "billId", item.name, item.modifiers, item.quantity,
  item.price, item.price_without_tax as "priceWithoutTax", item.tax_rate as "taxRate", item.tax_subsidy as "taxSubsidy",
  item.non_tax_subsidy as "nonTaxSubsidy"`;

/** The SQL of reports. */
export function reportQueries({ pool }: Database) {
  /** The first `most` rows of a query whose last parameter is the limit; they are counted only where there are more. */
  async function list<Row extends object>(
    name: string,
    { text, count, values, most }: { text: string; count: string; values: readonly unknown[]; most: number },
  ): Promise<Listed<Row>> {
    const limit = `limit $${values.length + 1}`;
    const { rows } = await pool.query<Row>({
      name: `report-${name}`,
      text: `${text} ${limit}`,
      values: [...values, most],
    });
    if (rows.length < most) return { rows, totalCount: rows.length };
    const counted = await pool.query<{ count: number }>({
      name: `report-${name}-count`,
      text: count,
      values: [...values],
    });
    return { rows, totalCount: counted.rows[0]?.count ?? rows.length };
  }

  return {
    /** The movements of an account on these days of a zone, the newest first. */
    movements(customerId: number, { from, to }: DayRange, zone: string, most: number) {
      const where = `m.customer_id = $1 and m.occurred_at >= $2::date::timestamp at time zone $4
        and m.occurred_at < ($3::date + 1)::timestamp at time zone $4`;
      return list<MovementRow>('movements', {
        text: `select m.id, m.kind, product.name as dish, m.reason,
                 m.kind = 'reversal' and m.actor like 'gateway %' as "isRefundRefused", m.occurred_at as "occurredAt", m.amount,
                 payment.used_for = 'cart' as "isForCart",
                 m.kind = 'order' and exists (select from exchange where taken_order_id = m.order_id) as "isTaken"
               from movement m
               left join orders on orders.id = m.order_id
               left join offering on offering.id = orders.offering_id
               left join product on product.id = offering.product_id
               left join payments.payment
                 on m.kind = 'top-up' and payment.public_id = substring(m.reference from '^payment (.+)$')
               where ${where} order by m.id desc`,
        count: `select count(*)::int from movement m where ${where}`,
        values: [customerId, from, to, zone],
        most,
      });
    },

    /** The bills of a customer that were closed on these days, the newest first. */
    bills(customerId: number, { from, to }: DayRange, most: number) {
      const where = 'customer_id = $1 and day between $2 and $3';
      return list<BillRow>('bills', {
        text: `select id, serial_number as "serialNumber", register, cost_center as "costCenter",
                 closed_at as "closedAt", price, tax_subsidy as "taxSubsidy", non_tax_subsidy as "nonTaxSubsidy",
                 used_bonus as "usedBonus"
               from bill where ${where} order by day desc, id desc`,
        count: `select count(*)::int from bill where ${where}`,
        values: [customerId, from, to],
        most,
      });
    },

    /** The items of bills. */
    async billItems(bills: readonly number[]): Promise<BillItemRow[]> {
      const { rows } = await pool.query<BillItemRow>({
        name: 'report-bill-items',
        text: `select ${ITEM_COLUMNS} from bill_item item where item.bill_id = any ($1) order by item.order_id`,
        values: [bills],
      });
      return rows;
    },

    /** What a customer was handed out on these days, the newest first. */
    consumption(customerId: number, { from, to }: DayRange, most: number) {
      const where = 'item.customer_id = $1 and item.day between $2 and $3';
      return list<ConsumptionItem>('consumption', {
        text: `select ${ITEM_COLUMNS}, bill.closed_at as "closedAt", bill.cost_center as "costCenter",
                 canteen.name as canteen, bill.register
               from bill_item item
               join bill on bill.id = item.bill_id
               join canteen on canteen.id = bill.canteen_id
               where ${where} order by item.day desc, item.order_id desc`,
        count: `select count(*)::int from bill_item item where ${where}`,
        values: [customerId, from, to],
        most,
      });
    },

    /** The bonuses of a customer, the one that ends last first. */
    bonuses(customerId: number, most: number) {
      return list<BonusRow>('bonuses', {
        text: `select bonus.id, valid_from as "validFrom", valid_to as "validTo",
                 max_discount_percent as "maxDiscountPercent", min_bill_price as "minBillPrice", amount, drawn,
                 currency_format as "currencyFormat"
               from bonus join bonus_account using (customer_id)
               where customer_id = $1 order by valid_to desc, bonus.id desc`,
        count: 'select count(*)::int from bonus where customer_id = $1',
        values: [customerId],
        most,
      });
    },

    /** The first vouchers of a customer by their last day. */
    vouchers(customerId: number, most: number) {
      return list<VoucherRow>('vouchers', {
        text: `select id, voucher_set as "voucherSet", voucher_type as "voucherType",
                 valid_from as "validFrom", valid_to as "validTo", created_at as "creationTimeStamp"
               from voucher where customer_id = $1
               order by valid_to, valid_from, created_at, id`,
        count: 'select count(*)::int from voucher where customer_id = $1',
        values: [customerId],
        most,
      });
    },
  };
}
