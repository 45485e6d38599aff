-- Which groups are main dishes, and how many portions a customer may have of a dish, and in all on a day; null is any
-- number.
alter table canteen
  add column main_groups text[] not null default '{}',
  add column most_of_dish int check (most_of_dish > 0),
  add column most_of_day int check (most_of_day > 0);

-- Of the canteen's main groups, as of when the menu was stored.
alter table offering add column is_main boolean not null default false;

-- What others pay of a portion beside the customer, unit prices too.
alter table offering_price
  add column tax_subsidy bigint not null default 0 check (tax_subsidy >= 0),
  add column non_tax_subsidy bigint not null default 0 check (non_tax_subsidy >= 0);

-- How far below zero the accounts of a price level may go.
create table price_level (
  level text primary key check (level in ('student', 'employee', 'other')),
  floor bigint not null default 0 check (floor <= 0)
);
insert into price_level (level) values ('student'), ('employee'), ('other');

-- The lowest floor an account ever had: its past balances are held against it.
alter table account add column lowest_floor bigint not null default 0;
update account set lowest_floor = floor;
create function keep_lowest_floor() returns trigger language plpgsql as $$
begin
  new.lowest_floor := case tg_op when 'INSERT' then new.floor else least(old.lowest_floor, new.floor) end;
  return new;
end $$;
create trigger account_lowest_floor before insert or update of floor on account
  for each row execute function keep_lowest_floor();

-- Quantity, price and subsidies are what the customer has now: an order that is taken on exchange loses portions, and
-- with the last one it is exchanged. The day is the dish's, so that a customer's day is found at once.
alter table orders
  add column day date,
  add column tax_subsidy bigint not null default 0,
  add column non_tax_subsidy bigint not null default 0,
  drop constraint orders_state_check,
  drop constraint orders_quantity_check;
update orders set day = offering.day from offering where offering.id = offering_id;
alter table orders
  alter column day set not null,
  alter column tax_subsidy drop default,
  alter column non_tax_subsidy drop default,
  add constraint orders_state_check check (state in ('placed', 'cancelled', 'exchanged')),
  add constraint orders_quantity_check check (quantity >= 0 and (quantity = 0) = (state = 'exchanged'));
create index orders_customer_day on orders (customer_id, day) where state = 'placed';

-- Portions that went from one customer to another. The giver got back what he had paid for them.
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

-- What customers are to be told, written with what it tells of.
create table outbox (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  kind text not null check (kind in ('exchanged')),
  content jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index outbox_unsent on outbox (id) where sent_at is null;

alter table ledger_transaction
  drop constraint ledger_transaction_kind_check,
  drop constraint ledger_transaction_check,
  add constraint ledger_transaction_kind_check
    check (kind in ('order', 'cancel', 'exchange', 'opening', 'top-up', 'correction')),
  add constraint ledger_transaction_check
    check ((kind in ('order', 'cancel', 'exchange')) = (order_id is not null));
-- Of an order of several portions each is given back when it is taken.
drop index ledger_transaction_order;
create unique index ledger_transaction_order on ledger_transaction (order_id, kind) where kind in ('order', 'cancel');

alter table ledger_entry
  drop constraint ledger_entry_system_account_check,
  add constraint ledger_entry_system_account_check
    check (system_account in ('sales', 'cash', 'tax-subsidy', 'non-tax-subsidy'));
