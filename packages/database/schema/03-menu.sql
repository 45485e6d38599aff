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

-- A dish on a day; its id is the `mealId` of the API. Menus read it, so what changes with every order is in `stock`.
create table offering (
  id bigint generated always as identity primary key,
  canteen_id int not null references canteen,
  day date not null,
  product_id bigint not null references product,
  -- Identifies the dish among those of its day in the file or feed it came from.
  source_key text not null,
  meal_group jsonb not null,
  filters text[] not null default '{}',
  -- What can be chosen with it, in the order of the menu: {id, name, min, max, options: [{id, name, price}]} for each group,
  -- names by language, prices like unit_price and the same for all levels.
  modifier_groups jsonb not null default '[]',
  -- A withdrawn dish is off the menu; its orders stand.
  state text not null check (state in ('open', 'closed', 'readonly', 'withdrawn')),
  allow_multiple_order boolean not null default false,
  order_until timestamptz not null,
  cancel_until timestamptz not null,
  exchange_until timestamptz not null,
  pickup_from timestamptz,
  pickup_to timestamptz,
  position int not null,
  -- Whether its group was a main group of the canteen when the menu was stored.
  is_main boolean not null default false,
  -- Menus use this index too: they read the days of a canteen.
  unique (canteen_id, day, source_key)
);
create index offering_product on offering (product_id);

-- What a portion costs the customer at each price level, and what subsidies pay besides.
create table offering_price (
  offering_id bigint not null references offering on delete cascade,
  price_level text not null check (price_level in ('student', 'employee', 'other')),
  -- Below 10^12, so that 999 portions at this price are a safe integer too.
  unit_price bigint not null check (unit_price between 0 and 999999999999),
  tax_subsidy bigint not null default 0 check (tax_subsidy between 0 and 999999999999),
  non_tax_subsidy bigint not null default 0 check (non_tax_subsidy between 0 and 999999999999),
  primary key (offering_id, price_level)
);

-- Every order of a dish updates its row, so the row is narrow and its page has room for new versions.
create table stock (
  offering_id bigint primary key references offering on delete cascade,
  capacity int not null check (capacity >= 0),
  -- Portions of orders that stand.
  sold int not null default 0 check (sold >= 0),
  -- How many portions were sold when the kitchen last set the capacity; falls as portions are given back. The kitchen may
  -- set a capacity below what was sold: those orders stand, and no further portion is sold.
  sold_when_cut int not null default 0,
  remaining int not null generated always as (greatest(0, capacity - sold)) stored,
  constraint stock_not_oversold check (sold <= greatest(capacity, sold_when_cut))
) with (fillfactor = 20);
