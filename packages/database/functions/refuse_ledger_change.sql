-- Refuses every change of the ledger but a new row, also to its owner.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

create or replace trigger movement_append_only before update or delete or truncate on movement
  for each statement execute function refuse_ledger_change();
