import type { Database } from '@refectory/database/database';
import { pairingStatusAt } from '@refectory/database/pairings';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import type { PairingStatus } from '@refectory/domain/pairing';
import type { DeliveryType } from '@refectory/domain/payment';
import type { Language, Texts } from '@refectory/domain/texts';

type OrderRow = {
  id: number;
  canteenId: number;
  mealId: number;
  productId: number;
  day: CalendarDay;
  name: Texts;
  group: Texts;
  quantity: number;
  modifiers: OrderedModifier[];
  price: Money;
  state: 'placed' | 'cancelled' | 'exchanged';
  placedAt: Instant;
  cancelledAt: Instant | null;
  collectedAt: Instant | null;
  pickupCode: string;
  delivery: DeliveryType | null;
};
type CartRow = {
  id: number;
  price: Money;
  paymentType: string;
  delivery: string | null;
  additionalData: { variableId: string; value: unknown }[];
  state: string;
  placedAt: Instant;
  dishes: CartDishRow[];
};
type CartDishRow = {
  name: Texts;
  day: CalendarDay;
  quantity: number;
  price: Money;
  modifiers: OrderedModifier[];
};
type PaymentRow = {
  paymentId: string;
  purpose: string;
  gateway: string;
  amount: Money;
  refunded: Money;
  state: string;
  createdAt: Instant;
};
type PairingRow = {
  status: PairingStatus | 'removed';
  loyaltySystem: string;
  externalName: string | null;
  note: string | null;
  token: string;
  requestedAt: Instant;
  validTill: Instant;
  pairedAt: Instant | null;
  invalidAt: Instant | null;
};
type ConsentRow = { version: number; language: string; hash: Buffer; content: string; acceptedAt: Instant };

/** The SQL of everything that is kept of a customer. */
export function personalDataQueries({ pool }: Database) {
  const rowsOf = async <Row extends object>(name: string, text: string, ...values: (number | Date)[]) =>
    (await pool.query<Row>({ name: `personal-data-${name}`, text, values })).rows;

  return {
    /** The address that the password is reset by for the time being, where it is not the customer's own. */
    recovery: (customerId: number) =>
      rowsOf<{ recoveryEmail: string | null; recoveryUntil: Instant }>(
        'recovery',
        `select recovery_email as "recoveryEmail", recovery_until as "recoveryUntil"
         from customer where id = $1 and recovery_until is not null`,
        customerId,
      ),
    /** The language that is remembered of the customer. */
    language: (customerId: number) =>
      rowsOf<{ language: Language | null }>(
        'language',
        'select language from customer where id = $1',
        customerId,
      ),
    /** All orders, also those that were cancelled or taken by others. */
    orders: (customerId: number) =>
      rowsOf<OrderRow>(
        'orders',
        `select o.id, f.canteen_id as "canteenId", f.id as "mealId", p.id as "productId", o.day, p.name,
           f.meal_group as "group", o.quantity, o.modifiers, o.price, o.state, o.placed_at as "placedAt",
           o.cancelled_at as "cancelledAt", o.collected_at as "collectedAt", o.pickup_code as "pickupCode", c.delivery
         from orders o join offering f on f.id = o.offering_id join product p on p.id = f.product_id
           left join cart c on c.id = o.cart_id
        where o.customer_id = $1 order by o.day, o.id`,
        customerId,
      ),
    card: (customerId: number) =>
      rowsOf<{ isBlocked: boolean; givenAt: Instant }>(
        'card',
        `select is_blocked as "isBlocked", given_at as "givenAt" from card where customer_id = $1`,
        customerId,
      ),
    virtualCard: (customerId: number) =>
      rowsOf<{ code: string; madeAt: Instant }>(
        'virtual-card',
        `select code, made_at as "madeAt" from virtual_card where customer_id = $1`,
        customerId,
      ),
    /** All carts, with what their form said, and with the dishes of those that were not ordered. */
    carts: (customerId: number) =>
      rowsOf<CartRow>(
        'carts',
        `select id, price, payment_type as "paymentType", delivery, additional_data as "additionalData", state,
           placed_at as "placedAt", coalesce(dishes, '[]') as dishes
         from cart left join lateral (
           select jsonb_agg(jsonb_build_object('name', p.name, 'day', l.day, 'quantity', l.quantity, 'price', l.price,
             'modifiers', l.modifiers) order by l.line) as dishes
           from cart_line l join offering f on f.id = l.offering_id join product p on p.id = f.product_id
           where l.cart_id = cart.id
         ) held on cart.state <> 'ordered'
         where customer_id = $1 order by id`,
        customerId,
      ),
    payments: (customerId: number) =>
      rowsOf<PaymentRow>(
        'payments',
        `select public_id as "paymentId", purpose, gateway, amount, refunded, state, created_at as "createdAt"
         from payments.payment where customer_id = $1 order by id`,
        customerId,
      ),
    /** All pairings, also those that the customer removed. */
    pairings: (customerId: number, now: Instant) =>
      rowsOf<PairingRow>(
        'pairings',
        `select ${pairingStatusAt('$2')} as status, l.name as "loyaltySystem", p.external_customer_name as "externalName", p.note, p.token,
           p.requested_at as "requestedAt", p.valid_till as "validTill", p.paired_at as "pairedAt",
           p.invalid_at as "invalidAt"
         from pairing p join loyalty_system l on l.id = p.loyalty_system_id where p.customer_id = $1 order by p.id`,
        customerId,
        new Date(now),
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
    /**
     * Mails to the customer, and those to an address that they want, without requests that led to none. Whether somebody has
     * that address is not the customer's to know.
     */
    mails: (customerId: number) =>
      rowsOf<{ kind: string; createdAt: Instant; sentAt: Instant | null }>(
        'mails',
        `select case kind when 'email-known' then 'email-change' else kind end as kind, created_at as "createdAt",
           sent_at as "sentAt" from outbox where customer_id = $1 and kind not like '%-asked' order by id`,
        customerId,
      ),
  };
}
