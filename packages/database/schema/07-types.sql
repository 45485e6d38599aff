-- What an order is decided by, and what became of it.
create type order_facts as (
  place bigint,
  customer_id bigint,
  offering_id bigint,
  day date,
  quantity int,
  -- What the customer was shown for all portions, and what they agreed to pay; how many portions of the dish and main
  -- dishes at one time they agreed to have, earlier ones included.
  shown bigint,
  agreed_price bigint,
  agreed_portions int,
  agreed_mains int,
  key text,
  request_hash bytea,
  pickup_code text,
  placed_at timestamptz,
  state text,
  order_until timestamptz,
  exchange_until timestamptz,
  allow_multiple_order boolean,
  most_of_dish int,
  most_of_day int,
  price_level text,
  unit_price bigint,
  charge bigint,
  tax_subsidy bigint,
  non_tax_subsidy bigint,
  balance bigint,
  floor bigint,
  remaining int,
  -- Portions that others offer, asked for only where it matters.
  offered int,
  -- Whether the dish is a main one, and from when to when it is handed out; all day where the menu does not say.
  is_main boolean,
  pickup_from timestamptz,
  pickup_to timestamptz,
  -- Portions the customer has of the dish, and of the canteen on that day.
  of_dish int,
  of_day int,
  -- Other main dishes the customer has at that time, where this dish is a main one too.
  mains int,
  verdict text,
  is_replay boolean,
  order_id bigint,
  number int
);

-- What becomes of a call that orders, cancels or offers. Amount is the price, or what was given back; number is what the
-- verdict speaks of, such as the portions left or a limit; remaining is what is left of the dish after an order.
create type order_answer as (
  verdict text,
  is_replay boolean,
  order_id bigint,
  amount bigint,
  balance bigint,
  number int,
  remaining int
);

-- What becomes of a line of a cart; line 0 is the cart itself.
create type cart_answer as (
  line int,
  verdict text,
  is_replay boolean,
  order_id bigint,
  amount bigint,
  balance bigint,
  number int,
  remaining int
);
