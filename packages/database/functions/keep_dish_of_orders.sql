-- Refuses to delete a dish with orders, or one that a cart holds while it is paid, in place of foreign keys. The trigger is
-- on stock, whose row every order locks: a deletion waits for orders that are under way, and then sees them.
create or replace function keep_dish_of_orders() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from orders where offering_id = old.offering_id) then
    raise exception 'dish % has orders', old.offering_id using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from cart_line join cart on cart.id = cart_id and cart.state = 'held' where offering_id = old.offering_id
  ) then
    raise exception 'portions of dish % are held for a cart', old.offering_id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;

create or replace trigger dish_kept before delete on stock
  for each row execute function keep_dish_of_orders();
