-- Bills: what a customer was handed out together, or on one day, and what they paid for it. A bill is written when it closes;
-- neither it nor its items are ever changed. Money that is given back later is a movement of its own.
create table bill (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  canteen_id int not null references canteen,
  -- Counts the bills of a canteen without a gap.
  serial_number bigint not null check (serial_number > 0),
  -- The day on which it closed, in the zone of the canteen.
  day date not null,
  closed_at timestamptz not null,
  -- The till that handed all of the meals out; null where there is no such till.
  register text check (register <> ''),
  -- The cost centre of the customer at the time.
  cost_center text,
  -- What the items cost the customer with tax, and what subsidies paid besides.
  price bigint not null check (price >= 0),
  tax_subsidy bigint not null check (tax_subsidy >= 0),
  non_tax_subsidy bigint not null check (non_tax_subsidy >= 0),
  -- The part of the price that bonuses paid: it went back to the account.
  used_bonus bigint not null check (used_bonus between 0 and price),
  unique (canteen_id, serial_number)
);
create index bill_customer on bill (customer_id, day, id);

-- A meal of a bill: an order as it was handed out. Customer and day are repeated here for the index of the consumption.
create table bill_item (
  order_id bigint primary key,
  bill_id bigint not null references bill,
  customer_id bigint not null,
  day date not null,
  name jsonb not null,
  modifiers jsonb not null default '[]',
  quantity int not null check (quantity > 0),
  price bigint not null check (price >= 0),
  -- In hundredths of a percent; null where the canteen states no tax.
  tax_rate int,
  price_without_tax bigint not null check (price_without_tax between 0 and price),
  tax_subsidy bigint not null check (tax_subsidy >= 0),
  non_tax_subsidy bigint not null check (non_tax_subsidy >= 0)
);
create index bill_item_bill on bill_item (bill_id);
create index bill_item_customer on bill_item (customer_id, day, order_id);

-- The serial number of each canteen's last bill.
create table bill_counter (
  canteen_id int primary key references canteen,
  last_number bigint not null
);
