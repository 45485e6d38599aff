import { isCutOffRule, type CutOffRule } from '@refectory/domain/cut-off';
import type { CustomerType } from '@refectory/domain/customer';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { HealthIndex, OfferingState } from '@refectory/domain/dish';
import type { PlannedAllergen, PlannedModifierGroup, PlannedProperty } from '@refectory/domain/menu-plan';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import { money, type Money, unitPrice, type UnitPrice } from '@refectory/domain/money';
import type { DeliveryType, PaymentType } from '@refectory/domain/payment';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Language, Texts } from '@refectory/domain/texts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import { instantFrom, safeInteger, timestamp } from './column-values.ts';

// The tables of `schema/` and `migrations/`, typed; a test compares this file with the database. Keys, checks and indexes
// are in the SQL only.

const id = (name: string) => bigint(name, { mode: 'number' });
const amount = customType<{ data: Money; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: (value) => money(safeInteger(value)),
});
const price = customType<{ data: UnitPrice; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: (value) => unitPrice(safeInteger(value)),
});
const instant = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: instantFrom,
  toDriver: timestamp,
});
const day = customType<{ data: CalendarDay; driverData: string }>({ dataType: () => 'date' });
const cutOffRule = customType<{ data: CutOffRule; driverData: unknown }>({
  dataType: () => 'jsonb',
  fromDriver: (value) => {
    if (isCutOffRule(value)) return value;
    throw new RangeError(`the database holds what is no rule of cut-offs: ${JSON.stringify(value)}`);
  },
  toDriver: (rule) => JSON.stringify(rule),
});
const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** When a canteen closes bills: as meals are handed out, at the end of their day, or at whichever comes first. */
export const billClosings = ['hand-out', 'day-end', 'either'] as const;
export type BillClosing = (typeof billClosings)[number];

/** A place that cooks, with its zone and its rule for the cut-offs (null: the domain's default). */
export const canteen = pgTable('canteen', {
  id: integer('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  name: jsonb('name').$type<Texts>().notNull(),
  timeZone: text('time_zone').notNull(),
  cutOffRule: cutOffRule('cut_off_rule'),
  mainGroups: text('main_groups').array().$type<readonly string[]>().notNull().default([]),
  mostOfDish: integer('most_of_dish'),
  mostOfDay: integer('most_of_day'),
  givesBack: boolean('gives_back').notNull().default(false),
  /** When bills close: as meals are handed out, at the end of their day, or at whichever comes first. */
  billClosing: text('bill_closing').$type<BillClosing>().notNull().default('either'),
  /** The tax that is in the prices, in hundredths of a percent; null where bills state none. */
  taxRate: integer('tax_rate'),
  /** The rates of groups of the menu that have one of their own, by a name of the group. */
  groupTaxRates: jsonb('group_tax_rates').$type<Readonly<Record<string, number>>>().notNull().default({}),
});

/** Who orders. */
export const customer = pgTable('customer', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  userName: text('user_name').notNull(),
  passwordHash: text('password_hash').notNull(),
  type: text('type').$type<CustomerType>().notNull(),
  companyName: text('company_name'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  email: text('email'),
  recoveryEmail: text('recovery_email'),
  recoveryUntil: instant('recovery_until'),
  additionalData: jsonb('additional_data')
    .$type<readonly { variableId: string; value: unknown }[]>()
    .notNull()
    .default([]),
  language: text('language').$type<Language>(),
  costCenter: text('cost_center'),
  active: boolean('active').notNull().default(true),
});

/**
 * A customer's money, and whose prices hold for them; the balance is written only by the SQL functions, which keep it
 * equal to the ledger. `floor` follows by trigger: it is `levelFloor`, or the balance where that is lower.
 */
export const account = pgTable('account', {
  customerId: id('customer_id').notNull().primaryKey(),
  priceLevel: text('price_level').$type<PriceLevel>().notNull(),
  balance: amount('balance').notNull().default(money(0)),
  levelFloor: amount('level_floor').notNull().default(money(0)),
  floor: amount('floor').notNull().default(money(0)),
  lowestFloor: amount('lowest_floor').notNull().default(money(0)),
});

/** How far below zero the accounts of a price level may go. */
export const priceLevelTable = pgTable('price_level', {
  level: text('level').$type<PriceLevel>().notNull().primaryKey(),
  floor: amount('floor').notNull().default(money(0)),
});

/** How the bonuses of a customer are written; `{0}` in the format stands for the number. */
export const bonusAccount = pgTable('bonus_account', {
  customerId: id('customer_id').notNull().primaryKey(),
  currencyFormat: jsonb('currency_format').$type<Texts>().notNull(),
});

/** A bonus that was granted: its days, and the conditions of using it. */
export const bonus = pgTable('bonus', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  validFrom: day('valid_from').notNull(),
  validTo: day('valid_to').notNull(),
  maxDiscountPercent: integer('max_discount_percent'),
  minBillPrice: amount('min_bill_price').notNull().default(money(0)),
  amount: amount('amount').notNull(),
  drawn: amount('drawn').notNull().default(money(0)),
  grantedAt: instant('granted_at').notNull(),
});

/** A voucher of a customer. */
export const voucher = pgTable('voucher', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  voucherSet: text('voucher_set').notNull(),
  voucherType: text('voucher_type').notNull(),
  validFrom: day('valid_from').notNull(),
  validTo: day('valid_to').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** What the canteen tells a customer about themselves, in its order. */
export const customData = pgTable('custom_data', {
  customerId: id('customer_id').notNull(),
  position: integer('position').notNull(),
  label: jsonb('label').$type<Texts>().notNull(),
  value: text('value').notNull(),
});

/** A customer's session by its token; guests' are signed and not stored. */
export const session = pgTable('session', {
  tokenHash: bytes('token_hash').notNull().primaryKey(),
  customerId: id('customer_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  keepLogged: boolean('keep_logged').notNull().default(false),
  byCard: boolean('by_card').notNull().default(false),
});

/** What guests' sessions and the answers to questions are signed with, and card numbers digested, in its one row. */
export const signingKey = pgTable('signing_key', {
  isOnly: boolean('is_only').notNull().primaryKey().default(true),
  key: bytes('key').notNull(),
});

/** What a dish is, apart from the day it is on. */
export const product = pgTable('product', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  canteenId: integer('canteen_id').notNull(),
  name: jsonb('name').$type<Texts>().notNull(),
  description: jsonb('description').$type<Texts>(),
  size: jsonb('size').$type<Texts>(),
  image: text('image'),
  healthIndex: text('health_index').$type<HealthIndex>(),
  additionalData: jsonb('additional_data').$type<readonly PlannedProperty[]>().notNull().default([]),
  allergens: jsonb('allergens').$type<readonly PlannedAllergen[]>().notNull().default([]),
});

/** A dish on a day; its id is the wire's `mealId`. */
export const offering = pgTable('offering', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  canteenId: integer('canteen_id').notNull(),
  day: day('day').notNull(),
  productId: id('product_id').notNull(),
  sourceKey: text('source_key').notNull(),
  mealGroup: jsonb('meal_group').$type<Texts>().notNull(),
  filters: text('filters').array().notNull().default([]),
  modifierGroups: jsonb('modifier_groups').$type<readonly PlannedModifierGroup[]>().notNull().default([]),
  state: text('state').$type<OfferingState | 'withdrawn'>().notNull(),
  allowMultipleOrder: boolean('allow_multiple_order').notNull().default(false),
  orderUntil: instant('order_until').notNull(),
  cancelUntil: instant('cancel_until').notNull(),
  exchangeUntil: instant('exchange_until').notNull(),
  pickupFrom: instant('pickup_from'),
  pickupTo: instant('pickup_to'),
  position: integer('position').notNull(),
  isMain: boolean('is_main').notNull().default(false),
});

/** What a portion costs the customer at each price level, and what subsidies pay besides. */
export const offeringPrice = pgTable('offering_price', {
  offeringId: id('offering_id').notNull(),
  priceLevel: text('price_level').$type<PriceLevel>().notNull(),
  unitPrice: price('unit_price').notNull(),
  taxSubsidy: price('tax_subsidy').notNull().default(unitPrice(0)),
  nonTaxSubsidy: price('non_tax_subsidy').notNull().default(unitPrice(0)),
});

/**
 * The portions of a dish: how many there are, how many are sold, and how many were sold when the kitchen last set the
 * capacity. Only the SQL functions change them. `remaining` is generated.
 */
export const stock = pgTable('stock', {
  offeringId: id('offering_id').notNull().primaryKey(),
  capacity: integer('capacity').notNull(),
  sold: integer('sold').notNull().default(0),
  soldWhenCut: integer('sold_when_cut').notNull().default(0),
  remaining: integer('remaining')
    .notNull()
    .generatedAlwaysAs(sql`greatest(0, capacity - sold)`),
});

/** Dishes that were ordered together; each is an order. */
export const cart = pgTable('cart', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  key: text('key').notNull(),
  requestHash: bytes('request_hash').notNull(),
  price: amount('price').notNull(),
  paymentType: text('payment_type').$type<PaymentType>().notNull().default('account'),
  delivery: text('delivery').$type<DeliveryType>(),
  additionalData: jsonb('additional_data').notNull().default([]),
  state: text('state').$type<'held' | 'ordered' | 'released'>().notNull().default('ordered'),
  pickupCode: text('pickup_code'),
  placedAt: instant('placed_at').notNull(),
  decidedAt: instant('decided_at'),
});

/** A line of a cart that is paid by card, and what it costs. */
export const cartLine = pgTable('cart_line', {
  cartId: id('cart_id').notNull(),
  line: integer('line').notNull(),
  offeringId: id('offering_id').notNull(),
  day: day('day').notNull(),
  quantity: integer('quantity').notNull(),
  priceLevel: text('price_level').$type<PriceLevel>().notNull(),
  unitPrice: price('unit_price').notNull(),
  price: amount('price').notNull(),
  taxSubsidy: amount('tax_subsidy').notNull(),
  nonTaxSubsidy: amount('non_tax_subsidy').notNull(),
  modifiers: jsonb('modifiers').$type<readonly OrderedModifier[]>().notNull().default([]),
});

/** An order: the portions of a dish that a customer still has, and what they and the subsidies paid for those. */
export const orders = pgTable('orders', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  offeringId: id('offering_id').notNull(),
  day: day('day').notNull(),
  quantity: integer('quantity').notNull(),
  priceLevel: text('price_level').$type<PriceLevel>().notNull(),
  unitPrice: price('unit_price').notNull(),
  price: amount('price').notNull(),
  taxSubsidy: amount('tax_subsidy').notNull(),
  nonTaxSubsidy: amount('non_tax_subsidy').notNull(),
  state: text('state').$type<'placed' | 'cancelled' | 'exchanged'>().notNull().default('placed'),
  placedAt: instant('placed_at').notNull(),
  cancelledAt: instant('cancelled_at'),
  offeredAt: instant('offered_at'),
  collectedAt: instant('collected_at'),
  register: text('register'),
  billed: boolean('billed').notNull().default(false),
  pickupCode: text('pickup_code').notNull(),
  cartId: id('cart_id'),
  key: text('key'),
  requestHash: bytes('request_hash'),
  modifiers: jsonb('modifiers').$type<readonly OrderedModifier[]>().notNull().default([]),
});

/** Portions that went from one customer to another, and what the giver got back for them. */
export const exchange = pgTable('exchange', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  givenOrderId: id('given_order_id').notNull(),
  takenOrderId: id('taken_order_id').notNull(),
  giverId: id('giver_id').notNull(),
  quantity: integer('quantity').notNull(),
  refunded: amount('refunded').notNull(),
  exchangedAt: instant('exchanged_at').notNull(),
});

/** The terms of use; the version that was published last is in force. */
export const terms = pgTable('terms', {
  version: integer('version').notNull().primaryKey(),
  isBinding: boolean('is_binding').notNull(),
  publishedAt: instant('published_at').notNull(),
});

/** What a version of the terms says in a language: HTML. */
export const termsText = pgTable('terms_text', {
  version: integer('version').notNull(),
  language: text('language').$type<Language>().notNull(),
  content: text('content').notNull(),
});

/** Who accepted which text of the terms, and when. Rows are only added. */
export const termsConsent = pgTable('terms_consent', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  version: integer('version').notNull(),
  language: text('language').$type<Language>().notNull(),
  textHash: bytes('text_hash').notNull(),
  acceptedAt: instant('accepted_at').notNull(),
});

/** What customers wrote to the canteen's manager. */
export const comment = pgTable('comment', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  text: text('text').notNull(),
  sentAt: instant('sent_at').notNull(),
});

/** What a mailed link is for. */
export type LinkPurpose =
  | 'registration'
  | 'password-reset'
  | 'card-change'
  | 'card-revocation'
  | 'email-change';

/** A link that is sent by mail and can be used once; only the hash of its token is stored. */
export const mailedLink = pgTable('mailed_link', {
  tokenHash: bytes('token_hash').notNull().primaryKey(),
  purpose: text('purpose').$type<LinkPurpose>().notNull(),
  subject: text('subject').notNull(),
  customerId: id('customer_id'),
  recipient: text('recipient').notNull(),
  form: jsonb('form'),
  cardDigest: bytes('card_digest'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** A mailed link that was used. */
export const usedLink = pgTable('used_link', {
  tokenHash: bytes('token_hash').notNull().primaryKey(),
  purpose: text('purpose').$type<Exclude<LinkPurpose, 'password-reset'>>().notNull(),
  usedAt: instant('used_at').notNull(),
});

/** What people are to be told by mail, written together with what it tells of. */
export const outbox = pgTable('outbox', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id'),
  kind: text('kind').notNull(),
  recipient: text('recipient'),
  language: text('language').$type<Language>(),
  content: jsonb('content').notNull(),
  createdAt: instant('created_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  tryAfter: instant('try_after'),
  sentAt: instant('sent_at'),
  failure: text('failure'),
});

/** What was done to an account besides its money. */
export type AuditKind =
  | 'registered'
  | 'signed-in'
  | 'signed-out-everywhere'
  | 'password-changed'
  | 'password-reset'
  | 'profile-changed'
  | 'email-wanted'
  | 'email-changed'
  | 'terms-accepted'
  | 'card-changed'
  | 'card-revoked'
  | 'card-blocked'
  | 'card-unblocked'
  | 'virtual-card-made'
  | 'pairing-confirmed'
  | 'pairing-rejected'
  | 'pairing-removed'
  | 'pairing-ended'
  | 'blocked'
  | 'unblocked'
  | 'price-level-changed';

/** Who did what to an account, and when. Rows are only added. */
export const auditEvent = pgTable('audit_event', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  kind: text('kind').$type<AuditKind>().notNull(),
  actor: text('actor').notNull(),
  details: jsonb('details').notNull().default({}),
  happenedAt: instant('happened_at').notNull(),
});

/** A call with an idempotency key that was carried out, besides those of orders. */
export const changeMade = pgTable('change_made', {
  caller: text('caller').notNull(),
  key: text('key').notNull(),
  requestHash: bytes('request_hash').notNull(),
  madeAt: instant('made_at').notNull(),
});

/** A day on which a canteen does not cook, and why. */
export const closedDay = pgTable('closed_day', {
  canteenId: integer('canteen_id').notNull(),
  day: day('day').notNull(),
  reason: jsonb('reason').$type<Texts>().notNull(),
  /** The dishes that closing it took off the menu, with their states before. */
  takenOff: jsonb('taken_off')
    .$type<{ readonly [offeringId: string]: OfferingState }>()
    .notNull()
    .default({}),
});

/** Why money moved. */
export type MovementKind =
  | 'order'
  | 'cancel'
  | 'exchange'
  | 'opening'
  | 'top-up'
  | 'refund'
  | 'debit'
  | 'correction'
  | 'reversal'
  | 'bonus';

/** A movement of the ledger: its legs from `amount` to `bonus` sum to zero. It is never changed. */
export const movement = pgTable('movement', {
  customerId: id('customer_id').notNull(),
  id: id('id').notNull().generatedAlwaysAsIdentity(),
  kind: text('kind').$type<MovementKind>().notNull(),
  orderId: id('order_id'),
  /** The leg of the customer's account: negative is a charge. */
  amount: amount('amount').notNull(),
  sales: amount('sales').notNull().default(money(0)),
  taxSubsidy: amount('tax_subsidy').notNull().default(money(0)),
  nonTaxSubsidy: amount('non_tax_subsidy').notNull().default(money(0)),
  gateway: amount('gateway').notNull().default(money(0)),
  cash: amount('cash').notNull().default(money(0)),
  rounding: amount('rounding').notNull().default(money(0)),
  bonus: amount('bonus').notNull().default(money(0)),
  /** The balance of the account after the movement. */
  balance: amount('balance').notNull(),
  actor: text('actor').notNull(),
  reason: text('reason'),
  reference: text('reference'),
  reverses: id('reverses'),
  occurredAt: instant('occurred_at').notNull(),
});

/** What a customer was handed out together. It is never changed. */
export const bill = pgTable('bill', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  canteenId: integer('canteen_id').notNull(),
  serialNumber: id('serial_number').notNull(),
  /** The day on which it closed, in the zone of the canteen. */
  day: day('day').notNull(),
  closedAt: instant('closed_at').notNull(),
  /** The till that handed all of the meals out; null where there is no such till. */
  register: text('register'),
  costCenter: text('cost_center'),
  price: amount('price').notNull(),
  taxSubsidy: amount('tax_subsidy').notNull(),
  nonTaxSubsidy: amount('non_tax_subsidy').notNull(),
  usedBonus: amount('used_bonus').notNull(),
});

/** A meal of a bill: an order as it was handed out. */
export const billItem = pgTable('bill_item', {
  orderId: id('order_id').notNull().primaryKey(),
  billId: id('bill_id').notNull(),
  customerId: id('customer_id').notNull(),
  day: day('day').notNull(),
  name: jsonb('name').$type<Texts>().notNull(),
  modifiers: jsonb('modifiers').$type<readonly OrderedModifier[]>().notNull().default([]),
  quantity: integer('quantity').notNull(),
  price: amount('price').notNull(),
  /** In hundredths of a percent. */
  taxRate: integer('tax_rate'),
  priceWithoutTax: amount('price_without_tax').notNull(),
  taxSubsidy: amount('tax_subsidy').notNull(),
  nonTaxSubsidy: amount('non_tax_subsidy').notNull(),
});

/** The serial number of each canteen's last bill. */
export const billCounter = pgTable('bill_counter', {
  canteenId: integer('canteen_id').notNull().primaryKey(),
  lastNumber: id('last_number').notNull(),
});

/** Failed sign-ins as rate-limiter-flexible keeps them, which alone writes them; `expire` is in milliseconds. */
export const loginLimit = pgTable('login_limit', {
  key: text('key').notNull().primaryKey(),
  points: integer('points').notNull().default(0),
  expire: id('expire'),
});

/** The answers to calls with an idempotency key, but for orders and carts that were placed, which have their keys. */
export const idempotencyAnswer = pgTable('idempotency_answer', {
  customerId: id('customer_id').notNull(),
  key: text('key').notNull(),
  requestHash: bytes('request_hash').notNull(),
  verdict: text('verdict').notNull(),
  orderId: id('order_id'),
  amount: amount('amount'),
  balance: amount('balance'),
  number: integer('number'),
  lines: jsonb('lines'),
  createdAt: instant('created_at').notNull(),
});

/** The plastic card of a customer, by a digest of its number. */
export const card = pgTable('card', {
  customerId: id('customer_id').notNull().primaryKey(),
  numberDigest: bytes('number_digest').notNull(),
  isBlocked: boolean('is_blocked').notNull().default(false),
  givenAt: instant('given_at').notNull(),
});

/** The card of a customer on the screen. */
export const virtualCard = pgTable('virtual_card', {
  customerId: id('customer_id').notNull().primaryKey(),
  code: text('code').notNull(),
  madeAt: instant('made_at').notNull(),
});

/** A kiosk, by the hash of its credential. */
export const terminal = pgTable('terminal', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  credentialHash: bytes('credential_hash').notNull(),
  addedAt: instant('added_at').notNull(),
  removedAt: instant('removed_at'),
});

/** What a card that was read is exchanged for: one sign-in. */
export const cardToken = pgTable('card_token', {
  tokenHash: bytes('token_hash').notNull().primaryKey(),
  customerId: id('customer_id').notNull(),
  sessionHash: bytes('session_hash').notNull(),
  terminalId: id('terminal_id'),
  expiresAt: instant('expires_at').notNull(),
});

/** A loyalty system that customers may pair their account with. */
export const loyaltySystem = pgTable('loyalty_system', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  origin: text('origin'),
  addedAt: instant('added_at').notNull(),
});

/** What a loyalty system asked a customer for; a pending request whose time is over is missed. */
export const pairing = pgTable('pairing', {
  id: id('id').notNull().primaryKey().generatedAlwaysAsIdentity(),
  customerId: id('customer_id').notNull(),
  loyaltySystemId: id('loyalty_system_id').notNull(),
  externalCustomerName: text('external_customer_name'),
  note: text('note'),
  status: text('status')
    .$type<'pending' | 'valid' | 'rejected' | 'invalid' | 'removed'>()
    .notNull()
    .default('pending'),
  token: text('token').notNull(),
  stringHash: bytes('string_hash').notNull(),
  confirmationUrl: text('confirmation_url'),
  requestedAt: instant('requested_at').notNull(),
  validTill: instant('valid_till').notNull(),
  pairedAt: instant('paired_at'),
  invalidAt: instant('invalid_at'),
});
