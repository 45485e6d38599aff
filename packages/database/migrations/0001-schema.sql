-- Amounts are bigint hundredths, unit prices bigint 1/10,000 of the currency; texts are jsonb by language.

create table canteen (
  id int generated always as identity primary key,
  key text not null unique,
  name jsonb not null,
  time_zone text not null,
  -- A domain CutOffRule; null is the domain's default.
  cut_off_rule jsonb
);

create table customer (
  id bigint generated always as identity primary key,
  user_name text not null,
  password_hash text not null,
  type text not null check (type in ('Person', 'Company')),
  company_name text,
  first_name text,
  last_name text,
  email text,
  price_level text not null check (price_level in ('student', 'employee', 'other')),
  card_status text not null default 'NONE' check (card_status in ('NONE', 'BLOCKED', 'USED')),
  additional_data jsonb not null default '[]',
  active boolean not null default true
);
create unique index customer_user_name on customer (lower(user_name));

-- The balance always equals the sum of the customer's ledger entries.
create table account (
  customer_id bigint primary key references customer,
  balance bigint not null default 0,
  floor bigint not null default 0,
  check (balance >= floor)
);

create table session (
  token_hash bytea primary key,
  -- Null is a guest.
  customer_id bigint references customer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  keep_logged boolean not null default false
);
create index session_expiry on session (expires_at);
create index session_customer on session (customer_id);

create table product (
  id bigint generated always as identity primary key,
  canteen_id int not null references canteen,
  name jsonb not null,
  description jsonb,
  size jsonb,
  image text,
  health_index text check (health_index in ('UNHEALTHY', 'NORMAL', 'HEALTHY')),
  additional_data jsonb not null default '[]',
  allergens jsonb not null default '[]'
);

-- One dish on one day; its id is the wire's mealId. The menu reads it, so nothing that changes with an order is here.
create table offering (
  id bigint generated always as identity primary key,
  canteen_id int not null references canteen,
  day date not null,
  product_id bigint not null references product,
  -- What tells the dish from the day's others in the plan it came from.
  source_key text not null,
  meal_group jsonb not null,
  filters text[] not null default '{}',
  state text not null check (state in ('open', 'closed', 'readonly')),
  allow_multiple_order boolean not null default false,
  order_until timestamptz not null,
  cancel_until timestamptz not null,
  exchange_until timestamptz not null,
  pickup_from timestamptz,
  pickup_to timestamptz,
  position int not null,
  -- Also the index of the menu: a canteen's days.
  unique (canteen_id, day, source_key)
);
create index offering_product on offering (product_id);

create table offering_price (
  offering_id bigint not null references offering on delete cascade,
  price_level text not null check (price_level in ('student', 'employee', 'other')),
  unit_price bigint not null check (unit_price >= 0),
  primary key (offering_id, price_level)
);

-- Every order of a dish updates its one row: narrow, and with room for new versions on the same page.
create table stock (
  offering_id bigint primary key references offering on delete cascade,
  capacity int not null check (capacity >= 0),
  remaining int not null check (remaining >= 0)
) with (fillfactor = 20);

create table orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  offering_id bigint not null references offering,
  quantity int not null check (quantity > 0),
  unit_price bigint not null,
  price bigint not null,
  state text not null default 'placed' check (state in ('placed', 'cancelled')),
  placed_at timestamptz not null,
  cancelled_at timestamptz,
  offered_at timestamptz,
  collected_at timestamptz,
  pickup_code text not null,
  check ((state = 'cancelled') = (cancelled_at is not null))
);
create index orders_customer on orders (customer_id, id);
create index orders_offering on orders (offering_id) where state = 'placed';
create index orders_offered on orders (offering_id) where state = 'placed' and offered_at is not null;

create table closed_day (
  canteen_id int not null references canteen,
  day date not null,
  reason jsonb not null,
  primary key (canteen_id, day)
);

create table ledger_transaction (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('order', 'cancel', 'opening', 'top-up', 'correction')),
  customer_id bigint not null references customer,
  order_id bigint references orders,
  actor text not null,
  -- What makes an outside event count once.
  reference text unique,
  occurred_at timestamptz not null,
  check ((kind in ('order', 'cancel')) = (order_id is not null))
);
create index ledger_transaction_customer on ledger_transaction (customer_id, id);
-- An order is charged once and refunded at most once.
create unique index ledger_transaction_order on ledger_transaction (order_id, kind) where order_id is not null;

create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transaction,
  customer_id bigint references customer,
  system_account text check (system_account in ('sales', 'cash')),
  amount bigint not null check (amount <> 0),
  check ((customer_id is null) <> (system_account is null))
);
create index ledger_entry_transaction on ledger_entry (transaction_id);
create index ledger_entry_customer on ledger_entry (customer_id, id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction
  for each statement execute function refuse_ledger_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_ledger_change();

create function check_ledger_transaction() returns trigger language plpgsql as $$
declare
  v_sum bigint;
begin
  select sum(amount) into v_sum from ledger_entry where transaction_id = new.transaction_id;
  if v_sum <> 0 then
    raise exception 'ledger transaction % does not sum to zero but to %', new.transaction_id, v_sum
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- At commit, when all entries of the transaction are there.
create constraint trigger ledger_entry_sums_to_zero after insert on ledger_entry
  deferrable initially deferred for each row execute function check_ledger_transaction();

-- The answer a call with an idempotency key was given (API-59).
create table idempotency_answer (
  customer_id bigint not null references customer,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (customer_id, key)
);
create index idempotency_answer_age on idempotency_answer (created_at);
