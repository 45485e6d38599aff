-- Refuses to delete an order that was charged, in place of a foreign key of the ledger.
create or replace function keep_order_of_movements() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from movement where order_id = old.id and kind in ('order', 'cancel')) then
    raise exception 'order % has movements', old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;

create or replace trigger order_kept before delete on orders
  for each row execute function keep_order_of_movements();
