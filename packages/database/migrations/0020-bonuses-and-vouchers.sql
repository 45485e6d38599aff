-- What makes up a bonus account: each grant with its days and the conditions of using it, all in the account's currency.
create table bonus (
  id bigint generated always as identity primary key,
  customer_id bigint not null references bonus_account,
  valid_from date not null,
  valid_to date not null,
  -- How much of a bill it may pay; null is all of it.
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
