-- A cart: dishes that were ordered together, all or nothing. Its lines are rows of `orders`. The portions of a cart that is
-- paid by card are held until the payment is settled, failed or over; its lines are rows of `cart_line` until then.
create table cart (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  key text not null,
  request_hash bytea not null,
  price bigint not null,
  payment_type text not null default 'account' check (payment_type in ('creditcard', 'account', 'pickup', 'delivery')),
  delivery text check (delivery in ('toTakeAway', 'toDelivery', 'toBill', 'toTable')),
  -- What the cart's form said, the payment and the delivery too.
  additional_data jsonb not null default '[]',
  state text not null default 'ordered' check (state in ('held', 'ordered', 'released')),
  -- The code of the orders that a held cart becomes.
  pickup_code text,
  placed_at timestamptz not null,
  -- When a held cart was ordered or released.
  decided_at timestamptz,
  constraint cart_key unique (key, customer_id),
  check (payment_type = 'creditcard' or state = 'ordered'),
  check ((payment_type = 'creditcard' and state <> 'held') = (decided_at is not null))
);
-- A customer holds the portions of one cart at a time.
create unique index cart_held on cart (customer_id) where state = 'held';

-- A line of a cart that is paid by card, with what it costs. It stays when the cart was ordered or released.
create table cart_line (
  cart_id bigint not null references cart,
  line int not null,
  offering_id bigint not null,
  day date not null,
  quantity int not null check (quantity > 0),
  price_level text not null,
  unit_price bigint not null,
  price bigint not null,
  tax_subsidy bigint not null,
  non_tax_subsidy bigint not null,
  -- As of an order.
  modifiers jsonb not null default '[]',
  primary key (cart_id, line)
);
create index cart_line_offering on cart_line (offering_id);

-- An order of portions of one dish. Quantity, price and subsidies are those of the portions that the customer still has:
-- other customers may take some on exchange, and with the last one the order is exchanged. Triggers on `customer` and
-- `stock` keep the rows that orders refer to, since foreign keys would be checked for each of the many orders of noon.
create table orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  offering_id bigint not null,
  -- The day of the dish, repeated here for the index of a customer's day.
  day date not null,
  quantity int not null,
  -- The price level of the customer at the time.
  price_level text not null,
  -- With the prices of what was chosen.
  unit_price bigint not null,
  price bigint not null,
  tax_subsidy bigint not null,
  non_tax_subsidy bigint not null,
  state text not null default 'placed' check (state in ('placed', 'cancelled', 'exchanged')),
  placed_at timestamptz not null,
  cancelled_at timestamptz,
  offered_at timestamptz,
  collected_at timestamptz,
  -- The till that handed it out; null where nobody named one, or nobody handed it out.
  register text check (register <> ''),
  -- Whether it is on a bill.
  billed boolean not null default false,
  pickup_code text not null,
  -- A line of a cart has no key of its own: the cart has it.
  cart_id bigint references cart,
  -- The idempotency key of the call, and a hash of its body, which tells a repeat from another call with the same key.
  key text,
  request_hash bytea,
  -- What was chosen with the dish, as the menu had it then: [{id, name, price}], names by language, prices of one portion.
  modifiers jsonb not null default '[]',
  constraint orders_quantity check (quantity >= 0 and (quantity = 0) = (state = 'exchanged')),
  check ((state = 'cancelled') = (cancelled_at is not null)),
  check (collected_at is not null or (register is null and not billed)),
  check ((key is null) = (cart_id is not null) and (key is null) = (request_hash is null))
);
-- The key comes first: with two indexes that begin with the customer, a plan may use the wrong one.
create unique index orders_key on orders (key, customer_id);
-- For what a customer has on a day, and for the list of their orders. It is made after orders_key: for an empty table both
-- indexes cost the same, and the planner takes the latest.
create index orders_customer on orders (customer_id, day, id);
create index orders_offering on orders (offering_id);
create index orders_offered on orders (offering_id) where state = 'placed' and offered_at is not null;
-- For the meals that wait for a bill, which a job looks for every ten minutes: few of all orders.
create index orders_to_bill on orders (offering_id) where state = 'placed' and not billed;
create index orders_cart on orders (cart_id) where cart_id is not null;

-- The answers to calls with an idempotency key, but for orders and carts that were placed, which have their keys themselves.
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

-- Portions that went from one customer to another. The giver got back what they paid for them.
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
