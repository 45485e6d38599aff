-- How far below zero the accounts of a price level may go.
create table price_level (
  level text primary key check (level in ('student', 'employee', 'other')),
  floor bigint not null default 0 check (floor between -1000000000000 and 0)
);
insert into price_level (level) values ('student'), ('employee'), ('other');

-- The balance always equals the sum of the customer's movements. Every order updates the row, so its page has room for new
-- versions.
create table account (
  customer_id bigint primary key references customer,
  -- Decides which prices the customer pays.
  price_level text not null references price_level,
  balance bigint not null default 0,
  -- The floor of the price level.
  level_floor bigint not null default 0,
  -- The balance never falls below it: the floor of the level, or the balance where that is lower already.
  floor bigint not null default 0,
  -- The lowest floor the account ever had; checkLedger compares earlier balances with it.
  lowest_floor bigint not null default 0,
  constraint account_not_overdrawn check (balance >= floor),
  -- LARGEST_AMOUNT of the domain: sums of a whole canteen stay safe integers.
  constraint account_not_too_large check (balance between -1000000000000 and 1000000000000)
) with (fillfactor = 90);

-- How the bonuses of a customer are written. A bonus is worth as much as money, whatever its currency is called.
create table bonus_account (
  customer_id bigint primary key references customer,
  -- `{0}` stands for the number.
  currency_format jsonb not null
);

-- A bonus that was granted: its days and the conditions of using it. It pays a part of the bills of these days.
create table bonus (
  id bigint generated always as identity primary key,
  customer_id bigint not null references bonus_account,
  valid_from date not null,
  valid_to date not null,
  -- How much of a bill the bonus may pay, in percent; null is all of it.
  max_discount_percent int check (max_discount_percent between 1 and 100),
  min_bill_price bigint not null default 0 check (min_bill_price >= 0),
  amount bigint not null check (amount > 0),
  drawn bigint not null default 0 check (drawn between 0 and amount),
  granted_at timestamptz not null,
  check (valid_from <= valid_to)
);
create index bonus_customer on bonus (customer_id, id);

create table voucher (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  voucher_set text not null,
  voucher_type text not null,
  valid_from date not null,
  valid_to date not null,
  created_at timestamptz not null,
  check (valid_from <= valid_to)
);
create index voucher_customer on voucher (customer_id, id);
