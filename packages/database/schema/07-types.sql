-- What an order is decided by, and its verdict.
create type order_facts as (
  place bigint,
  customer_id bigint,
  offering_id bigint,
  day date,
  quantity int,
  -- The price of all portions that the customer was shown, and the one they agreed to pay. Then the portions of the dish
  -- and the main dishes at one time that they agreed to have, counted with their earlier orders.
  shown bigint,
  agreed_price bigint,
  agreed_portions int,
  agreed_mains int,
  -- What is chosen with the dish, as the menu has it, and the verdict where that is not offered so.
  modifiers jsonb,
  modifier_fault text,
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
  -- Portions that other customers offer; 0 where the kitchen has portions and takes orders.
  offered int,
  -- Whether it is a main dish, and between which moments it is handed out: infinite where the menu does not say.
  is_main boolean,
  pickup_from timestamptz,
  pickup_to timestamptz,
  -- Portions that the customer has already: of the dish, and of all dishes of the canteen on that day.
  of_dish int,
  of_day int,
  -- Other main dishes that the customer has at the same time; 0 where this dish is not a main dish.
  mains int,
  verdict text,
  is_replay boolean,
  order_id bigint,
  number int
);

-- What a customer chose with a dish, as the menu has it: the options, what they add to the price of a portion, and the
-- verdict where the menu does not offer them so.
create type chosen_modifiers as (
  modifiers jsonb,
  price bigint,
  fault text
);

-- The answer to a call that orders, cancels, offers or books. `amount` is the price, or what was given back. `number` is
-- what the text of the verdict names, such as a limit. `remaining` is how many portions of the dish an order leaves.
create type order_answer as (
  verdict text,
  is_replay boolean,
  order_id bigint,
  amount bigint,
  balance bigint,
  number int,
  remaining int
);

-- What became of a line of a cart; lines count from 1, and line 0 is the cart itself.
create type cart_answer as (
  line int,
  verdict text,
  is_replay boolean,
  order_id bigint,
  amount bigint,
  balance bigint,
  number int,
  remaining int,
  -- The payment of a cart whose portions are held.
  payment text
);
