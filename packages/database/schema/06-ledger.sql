-- The ledger: one movement of money a row. The columns from amount to bonus are its legs, positive where an account gets
-- money, and sum to zero. A row is never changed: what was wrong is put right by another movement. Customer and order
-- are held by triggers on their own tables, as those of an order are.
create table movement (
  customer_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (
    kind in ('order', 'cancel', 'exchange', 'opening', 'top-up', 'refund', 'debit', 'correction', 'reversal')
  ),
  order_id bigint,
  -- The customer's account; negative is a charge.
  amount bigint not null,
  sales bigint not null default 0,
  tax_subsidy bigint not null default 0,
  non_tax_subsidy bigint not null default 0,
  -- Money that came in by a payment gateway (negative), or in cash and by the bank.
  gateway bigint not null default 0,
  cash bigint not null default 0,
  rounding bigint not null default 0,
  bonus bigint not null default 0,
  -- What the customer's account holds afterwards.
  balance bigint not null,
  -- Who did it: `customer`, `another customer` who took a portion on exchange, `command` with the user of the operating
  -- system, or `job` with the name of a job of the server.
  actor text not null check (actor <> ''),
  -- Why, in the words of whoever did it.
  reason text,
  -- What an outside event is known by: it counts once.
  reference text,
  -- The movement of the same customer that a reversal takes back.
  reverses bigint,
  occurred_at timestamptz not null,
  primary key (customer_id, id),
  constraint movement_sums_to_zero check (
    amount + sales + tax_subsidy + non_tax_subsidy + gateway + cash + rounding + bonus = 0
  ),
  -- The domain's LARGEST_AMOUNT.
  constraint movement_not_too_large check (abs(amount) <= 1000000000000),
  check (kind not in ('order', 'cancel', 'exchange') or order_id is not null),
  -- What is given back for an order is counted by these kinds.
  constraint movement_of_order check (order_id is null or kind in ('order', 'cancel', 'exchange', 'refund', 'reversal')),
  check ((kind = 'reversal') = (reverses is not null))
);
-- An order is charged once and refunded by one cancellation at most.
create unique index movement_order on movement (order_id, kind) where kind in ('order', 'cancel');
create index movement_other_order on movement (order_id) where kind not in ('order', 'cancel') and order_id is not null;
create unique index movement_reference on movement (reference) where reference is not null;
create unique index movement_reversed on movement (reverses) where reverses is not null;

-- The ledger in double entry: an entry for each account that a movement touches.
create view ledger_entry as
select movement.customer_id, movement.id as movement_id, movement.kind, movement.order_id, movement.occurred_at,
  leg.account, leg.amount
from movement
cross join lateral (
  values ('customer', amount), ('sales', sales), ('tax-subsidy', tax_subsidy), ('non-tax-subsidy', non_tax_subsidy),
    ('gateway', gateway), ('cash', cash), ('rounding', rounding), ('bonus', bonus)
) leg (account, amount)
where leg.amount <> 0;
