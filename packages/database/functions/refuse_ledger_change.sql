-- Refuses every change of the ledger and of bills but a new row, also to their owner.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger and bills are append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

create or replace trigger movement_append_only before update or delete or truncate on movement
  for each statement execute function refuse_ledger_change();
create or replace trigger bill_append_only before update or delete or truncate on bill
  for each statement execute function refuse_ledger_change();
create or replace trigger bill_item_append_only before update or delete or truncate on bill_item
  for each statement execute function refuse_ledger_change();
