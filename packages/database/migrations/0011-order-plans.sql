-- A connection keeps the plans of a function's statements. Made while a table was small, a plan reads all of it, and
-- goes on doing so while thousands of orders come in. Orders look up rows by their keys, so nothing else is planned.
alter function place_orders(order_request[]) set enable_seqscan = off;
alter function place_orders(order_request[]) set enable_hashjoin = off;
alter function place_orders(order_request[]) set enable_mergejoin = off;
alter function cancel_order(bigint, bigint, text, bytea, timestamptz) set enable_seqscan = off;
alter function credit_account(bigint, bigint, text, text, text, timestamptz) set enable_seqscan = off;

-- Both sides of a movement are written by one statement, so that its entries are summed once at its end rather than
-- once for each entry at commit.
drop trigger ledger_entry_sums_to_zero on ledger_entry;
drop function check_ledger_transaction();

create function check_ledger_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v_wrong record;
begin
  select transaction_id, sum(amount) as total into v_wrong
  from ledger_entry where transaction_id in (select transaction_id from added)
  group by transaction_id having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not sum to zero but to %', v_wrong.transaction_id, v_wrong.total
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger ledger_entry_sums_to_zero after insert on ledger_entry
  referencing new table as added for each statement execute function check_ledger_entries();
