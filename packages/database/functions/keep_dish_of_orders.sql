-- In place of a foreign key of orders: a dish that was ever ordered is kept. It is asked where the stock goes, since orders
-- lock the stock: whoever deletes a dish waits for the orders that have begun, and sees them.
create or replace function keep_dish_of_orders() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from orders where offering_id = old.offering_id) then
    raise exception 'dish % has orders', old.offering_id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;

create or replace trigger dish_kept before delete on stock
  for each row execute function keep_dish_of_orders();
