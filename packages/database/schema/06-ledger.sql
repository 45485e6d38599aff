-- The ledger: each row is a movement of money. The columns from amount to bonus are its legs, positive where an account gets
-- money; they sum to zero. No row is ever changed: another movement puts right what was wrong. Triggers on `customer` and
-- `orders` keep the rows that movements refer to.
create table movement (
  customer_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (
    kind in ('order', 'cancel', 'exchange', 'opening', 'top-up', 'refund', 'debit', 'correction', 'reversal',
      'bonus')
  ),
  order_id bigint,
  -- The leg of the customer's account: negative is a charge.
  amount bigint not null,
  sales bigint not null default 0,
  tax_subsidy bigint not null default 0,
  non_tax_subsidy bigint not null default 0,
  -- Money that came in by a payment gateway, or in cash and by bank transfer: negative.
  gateway bigint not null default 0,
  cash bigint not null default 0,
  rounding bigint not null default 0,
  bonus bigint not null default 0,
  -- The balance of the customer's account after the movement.
  balance bigint not null,
  -- Who did it: `customer`, `another customer` who took a portion on exchange, `command` with the user of the operating
  -- system, `gateway` with the id of a payment gateway, or `job` with the name of a job of the server.
  actor text not null check (actor <> ''),
  -- Why, in the words of the person who booked it.
  reason text,
  -- Identifies an event outside, such as a payment: it is booked once.
  reference text,
  -- The movement of the same customer that a reversal takes back.
  reverses bigint,
  occurred_at timestamptz not null,
  -- The moment is in the index, so that the movements of some days are counted without reading their rows.
  primary key (customer_id, id) include (occurred_at),
  constraint movement_sums_to_zero check (
    amount + sales + tax_subsidy + non_tax_subsidy + gateway + cash + rounding + bonus = 0
  ),
  -- LARGEST_AMOUNT of the domain.
  constraint movement_not_too_large check (abs(amount) <= 1000000000000),
  check (kind not in ('order', 'cancel', 'exchange') or order_id is not null),
  -- refunded_of and checkLedger count the movements of an order by these kinds.
  constraint movement_of_order check (order_id is null or kind in ('order', 'cancel', 'exchange', 'refund', 'reversal')),
  check ((kind = 'reversal') = (reverses is not null))
);
-- An order is charged once, and cancelled once at most.
create unique index movement_order on movement (order_id, kind) where kind in ('order', 'cancel');
create index movement_other_order on movement (order_id) where kind not in ('order', 'cancel') and order_id is not null;
create unique index movement_reference on movement (reference) where reference is not null;
create unique index movement_reversed on movement (reverses) where reverses is not null;

-- The ledger in double entry: an entry for each account that a movement changes.
create view ledger_entry as
select movement.customer_id, movement.id as movement_id, movement.kind, movement.order_id, movement.occurred_at,
  leg.account, leg.amount
from movement
cross join lateral (
  values ('customer', amount), ('sales', sales), ('tax-subsidy', tax_subsidy), ('non-tax-subsidy', non_tax_subsidy),
    ('gateway', gateway), ('cash', cash), ('rounding', rounding), ('bonus', bonus)
) leg (account, amount)
where leg.amount <> 0;
