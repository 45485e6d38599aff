-- Several dishes ordered together, all or nothing. Its rows are orders like any other.
create table cart (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  key text not null,
  request_hash bytea not null,
  price bigint not null,
  -- What the cart's form said, such as how the meals are handed over.
  additional_data jsonb not null default '[]',
  placed_at timestamptz not null,
  constraint cart_key unique (key, customer_id)
);

-- Quantity, price and subsidies are what the customer has now: an order that others take on exchange loses portions, and
-- with the last one it is exchanged. Customer and dish are held by triggers on their own tables in place of foreign keys,
-- which would be checked for each of the many orders of noon.
create table orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  offering_id bigint not null,
  -- That of the dish, so that a customer's day is found at once.
  day date not null,
  quantity int not null,
  -- Whose prices held for the customer.
  price_level text not null,
  unit_price bigint not null,
  price bigint not null,
  tax_subsidy bigint not null,
  non_tax_subsidy bigint not null,
  state text not null default 'placed' check (state in ('placed', 'cancelled', 'exchanged')),
  placed_at timestamptz not null,
  cancelled_at timestamptz,
  offered_at timestamptz,
  collected_at timestamptz,
  pickup_code text not null,
  -- A dish of a cart has the key of its cart.
  cart_id bigint references cart,
  -- The idempotency key of the call, and a hash of its body: a repeat is told from another call with the same key.
  key text,
  request_hash bytea,
  constraint orders_quantity check (quantity >= 0 and (quantity = 0) = (state = 'exchanged')),
  check ((state = 'cancelled') = (cancelled_at is not null)),
  check ((key is null) = (cart_id is not null) and (key is null) = (request_hash is null))
);
-- The key comes first: of two indexes that begin with the customer a plan may take the wrong one.
create unique index orders_key on orders (key, customer_id);
-- What a customer has, on a day and ever since. Made after orders_key: for a table that is found empty all indexes cost
-- the same, and the planner takes the latest.
create index orders_customer on orders (customer_id, day, id);
create index orders_offering on orders (offering_id);
create index orders_offered on orders (offering_id) where state = 'placed' and offered_at is not null;
-- The meals that still wait to be handed out: few beside those that were, and asked for every ten minutes.
create index orders_to_hand_out on orders (offering_id) where state = 'placed' and collected_at is null;
create index orders_cart on orders (cart_id) where cart_id is not null;

-- What a call with an idempotency key was answered, except that an order or a cart was placed, which stands with these.
create table idempotency_answer (
  customer_id bigint not null,
  key text not null,
  request_hash bytea not null,
  verdict text not null,
  order_id bigint,
  amount bigint,
  balance bigint,
  number int,
  -- The verdicts of a cart's lines.
  lines jsonb,
  created_at timestamptz not null,
  primary key (customer_id, key)
);
create index idempotency_answer_age on idempotency_answer (created_at);

-- Portions that went from one customer to another. The giver got back what they had paid for them.
create table exchange (
  id bigint generated always as identity primary key,
  given_order_id bigint not null references orders,
  taken_order_id bigint not null references orders,
  giver_id bigint not null references customer,
  quantity int not null check (quantity > 0),
  refunded bigint not null check (refunded >= 0),
  exchanged_at timestamptz not null
);
create index exchange_given on exchange (given_order_id);
create index exchange_taken on exchange (taken_order_id);
create index exchange_giver on exchange (giver_id, exchanged_at);
