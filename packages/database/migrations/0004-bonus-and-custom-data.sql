-- What a customer was given beside his own money, in a currency of its own; texts are jsonb by language.
create table bonus_account (
  customer_id bigint primary key references customer,
  balance bigint not null check (balance >= 0),
  -- `{0}` stands for the number.
  currency_format jsonb not null
);

-- What the canteen tells its customers about themselves, such as a cost centre.
create table custom_data (
  customer_id bigint not null references customer,
  position int not null,
  label jsonb not null,
  value text not null,
  primary key (customer_id, position)
);
