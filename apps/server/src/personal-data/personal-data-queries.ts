import type { Database } from '@refectory/database/database';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { Texts } from '@refectory/domain/texts';

type OrderRow = {
  id: number;
  canteenId: number;
  mealId: number;
  productId: number;
  day: CalendarDay;
  name: Texts;
  group: Texts;
  quantity: number;
  price: Money;
  state: 'placed' | 'cancelled' | 'exchanged';
  placedAt: Instant;
  cancelledAt: Instant | null;
  collectedAt: Instant | null;
  pickupCode: string;
};
type ExchangedRow = {
  id: number;
  orderId: number;
  name: Texts;
  day: CalendarDay;
  quantity: number;
  refunded: Money;
  exchangedAt: Instant;
};
type MovementRow = { id: number; kind: string; reason: string | null; amount: Money; at: Instant };
type BonusRow = {
  id: number;
  validFrom: CalendarDay;
  validTo: CalendarDay;
  maxDiscountPercent: number | null;
  minBillPrice: Money;
  amount: Money;
  drawn: Money;
  currencyFormat: Texts;
};
type VoucherRow = {
  id: number;
  voucherSet: string;
  voucherType: string;
  validFrom: CalendarDay;
  validTo: CalendarDay;
  createdAt: Instant;
};
type ConsentRow = { version: number; language: string; hash: Buffer; content: string; acceptedAt: Instant };

/** The SQL of everything that is kept of a customer. */
export function personalDataQueries({ pool }: Database) {
  const rowsOf = async <Row extends object>(name: string, text: string, customerId: number) =>
    (await pool.query<Row>({ name: `personal-data-${name}`, text, values: [customerId] })).rows;

  return {
    /** All orders, also those that were cancelled or taken by others. */
    orders: (customerId: number) =>
      rowsOf<OrderRow>(
        'orders',
        `select o.id, f.canteen_id as "canteenId", f.id as "mealId", p.id as "productId", o.day, p.name,
           f.meal_group as "group", o.quantity, o.price, o.state, o.placed_at as "placedAt",
           o.cancelled_at as "cancelledAt", o.collected_at as "collectedAt", o.pickup_code as "pickupCode"
         from orders o join offering f on f.id = o.offering_id join product p on p.id = f.product_id
        where o.customer_id = $1 order by o.day, o.id`,
        customerId,
      ),
    /** What others have taken. */
    exchanged: (customerId: number) =>
      rowsOf<ExchangedRow>(
        'exchanged',
        `select e.id, o.id as "orderId", p.name, o.day, e.quantity, e.refunded, e.exchanged_at as "exchangedAt"
         from exchange e join orders o on o.id = e.given_order_id
         join offering f on f.id = o.offering_id join product p on p.id = f.product_id
        where e.giver_id = $1 order by e.id`,
        customerId,
      ),
    /** All movements of the account. */
    movements: (customerId: number) =>
      rowsOf<MovementRow>(
        'movements',
        `select id, kind, reason, amount, occurred_at as at from movement where customer_id = $1 order by id`,
        customerId,
      ),
    bonuses: (customerId: number) =>
      rowsOf<BonusRow>(
        'bonuses',
        `select b.id, b.valid_from as "validFrom", b.valid_to as "validTo",
           b.max_discount_percent as "maxDiscountPercent", b.min_bill_price as "minBillPrice", b.amount, b.drawn,
           a.currency_format as "currencyFormat"
         from bonus b join bonus_account a on a.customer_id = b.customer_id where b.customer_id = $1 order by b.id`,
        customerId,
      ),
    vouchers: (customerId: number) =>
      rowsOf<VoucherRow>(
        'vouchers',
        `select id, voucher_set as "voucherSet", voucher_type as "voucherType", valid_from as "validFrom",
           valid_to as "validTo", created_at as "createdAt" from voucher where customer_id = $1 order by id`,
        customerId,
      ),
    comments: (customerId: number) =>
      rowsOf<{ comment: string; sentAt: Instant }>(
        'comments',
        `select text as comment, sent_at as "sentAt" from comment where customer_id = $1 order by id`,
        customerId,
      ),
    /** Terms that were accepted, with the text that was read. */
    consents: (customerId: number) =>
      rowsOf<ConsentRow>(
        'consents',
        `select c.version, c.language, c.text_hash as hash, t.content, c.accepted_at as "acceptedAt"
         from terms_consent c join terms_text t on t.version = c.version and t.language = c.language
        where c.customer_id = $1 order by c.id`,
        customerId,
      ),
    sessions: (customerId: number) =>
      rowsOf<{ createdAt: Instant; lastSeenAt: Instant; expiresAt: Instant; keepLogged: boolean }>(
        'sessions',
        `select created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
           keep_logged as "keepLogged" from session where customer_id = $1 order by created_at`,
        customerId,
      ),
    events: (customerId: number) =>
      rowsOf<{ kind: string; actor: string; details: unknown; happenedAt: Instant }>(
        'events',
        `select kind, actor, details, happened_at as "happenedAt" from audit_event where customer_id = $1 order by id`,
        customerId,
      ),
    /** Mails to the customer; what was only asked for is none. */
    mails: (customerId: number) =>
      rowsOf<{ kind: string; createdAt: Instant; sentAt: Instant | null }>(
        'mails',
        `select kind, created_at as "createdAt", sent_at as "sentAt" from outbox where customer_id = $1 order by id`,
        customerId,
      ),
  };
}
