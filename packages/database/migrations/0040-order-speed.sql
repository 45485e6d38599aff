-- One index for the orders of a dish and for those of one customer among them. With two, a plan made while the table
-- was small took the dish's, and read all orders of a hot dish for each new one.
drop index orders_offering;
drop index orders_customer_offering;
create index orders_offering on orders (offering_id, customer_id) where state = 'placed';

-- A transaction's entries sum to zero when those of each statement do: nothing is ever changed or taken away. So only
-- what a statement added is read, never the ledger.
create or replace function check_ledger_entries() returns trigger language plpgsql as $$
declare
  v_wrong record;
begin
  select transaction_id, sum(amount) as total into v_wrong
  from added group by transaction_id having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not sum to zero but to %', v_wrong.transaction_id, v_wrong.total
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
alter function check_ledger_entries() reset enable_seqscan;
