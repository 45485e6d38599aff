-- Amounts are bigint hundredths of the currency, unit prices bigint 1/10,000 of it; texts are jsonb by language.

create table canteen (
  id int generated always as identity primary key,
  key text not null unique,
  name jsonb not null,
  time_zone text not null,
  -- A domain CutOffRule; null is the domain's default.
  cut_off_rule jsonb,
  -- Groups of the menu whose dishes are main dishes.
  main_groups text[] not null default '{}',
  -- How many portions a customer may have of one dish, and of all dishes on one day; null is any number.
  most_of_dish int check (most_of_dish > 0),
  most_of_day int check (most_of_day > 0),
  -- Whether the orders of a dish that goes off the menu, or of a day that is closed, are given back by themselves.
  gives_back boolean not null default false,
  -- When bills close: as meals are handed out, at the end of their day, or at whichever comes first.
  bill_closing text not null default 'either' check (bill_closing in ('hand-out', 'day-end', 'either')),
  -- The tax that is in the prices, in hundredths of a percent (1200 is 12 %); null where bills state none. Groups of the
  -- menu may have a rate of their own, by their name in any language.
  tax_rate int check (tax_rate between 0 and 10000),
  group_tax_rates jsonb not null default '{}'
);

create table closed_day (
  canteen_id int not null references canteen,
  day date not null,
  reason jsonb not null,
  -- The dishes that closing the day took off the menu, each with its state before; opening the day brings them back.
  taken_off jsonb not null default '{}',
  primary key (canteen_id, day)
);
