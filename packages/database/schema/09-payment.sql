-- Payments at gateways. The service of payments begins them and carries out their refunds; money moves in the ledger only.
create schema payments;

-- A payment: money that a customer means to pay at a gateway. The states are those of `paymentStates` of the domain.
create table payments.payment (
  id bigint generated always as identity primary key,
  -- What the gateway, the customer and the return addresses know it by; nobody can guess it.
  public_id text not null unique,
  customer_id bigint not null references customer,
  purpose text not null check (purpose in ('top-up', 'cart')),
  cart_id bigint unique references cart,
  -- The id of the gateway in the settings.
  gateway text not null,
  -- What the gateway speaks with the customer: that of the call that began the payment.
  language text not null check (language in ('cs', 'en', 'pl', 'sk')),
  amount bigint not null check (amount between 1 and 1000000000000),
  -- What the amount is in, by ISO 4217; known when the gateway was told.
  currency text check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'created' check (
    state in ('created', 'redirected', 'authorised', 'settled', 'failed', 'expired', 'refunded')
  ),
  -- Where the money of a settled payment went: a cart that was paid too late goes to the account.
  used_for text check (used_for in ('account', 'cart')),
  success_url text not null,
  fail_url text not null,
  -- What the gateway calls the payment, and where the customer pays.
  reference text,
  link text,
  -- The idempotency key of the call that began a top-up; a cart has its own.
  key text,
  request_hash bytea,
  created_at timestamptz not null,
  -- Until when it can be paid.
  expires_at timestamptz not null,
  -- When to ask the gateway what became of it; null where nothing is to be asked any more.
  query_at timestamptz,
  refunded bigint not null default 0,
  check ((purpose = 'cart') = (cart_id is not null)),
  check ((key is null) = (request_hash is null)),
  check (refunded between 0 and amount),
  check ((state in ('settled', 'refunded')) = (used_for is not null)),
  check ((state = 'refunded') = (refunded = amount)),
  check (state = 'created' or state in ('failed', 'expired') or (reference is not null and currency is not null)),
  constraint payment_key unique (key, customer_id),
  constraint payment_reference unique (gateway, reference)
);
create index payment_customer on payments.payment (customer_id, id);
create index payment_due on payments.payment (query_at) where query_at is not null;

-- What happened to a payment, in the sequence in which it was heard of. Rows are only added.
create table payments.payment_event (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments.payment,
  -- `begun`, a state of a payment, `refused` for a fact that does not fit the payment, or a step of a refund.
  kind text not null,
  -- `customer`, `notice`, `query`, `job`, or `command` with its user.
  source text not null check (source <> ''),
  -- The gateway's own id of a notice: a repeat of it adds no row.
  gateway_event text,
  details jsonb not null default '{}',
  happened_at timestamptz not null,
  constraint payment_event_once unique (payment_id, gateway_event)
);

-- Money that goes back to the card. It leaves the account when it is asked for; what the gateway refuses returns to it.
create table payments.refund (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments.payment,
  amount bigint not null check (amount > 0),
  reason text not null,
  actor text not null,
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  -- When to ask the gateway again, where it was out of reach or has not sent the money yet.
  try_at timestamptz not null,
  check ((state = 'asked') = (decided_at is null))
);
create index refund_asked on payments.refund (try_at) where state = 'asked';
create index refund_payment on payments.refund (payment_id);

-- What became of a payment by what was heard of it: `changed`, `known`, `heard-before`, or `other-money` where amount or
-- currency are not those of the payment.
create type payment_answer as (verdict text, state text, used_for text);
