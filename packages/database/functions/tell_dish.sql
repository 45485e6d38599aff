-- Tells open offers, on the channel `live`, that what can be done with a dish may be another thing than before:
-- `dish <offering> <canteen>`. Sent at the commit, once for each text. A commit that tells waits for every other one that
-- does, so an order that leaves portions and one that was refused tell nothing.
create or replace function tell_dish() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', format('dish %s %s', id, canteen_id)) from offering where id = new.offering_id;
  return null;
end $$;

create or replace trigger stock_told after update of sold, capacity on stock
  for each row when ((old.remaining = 0) <> (new.remaining = 0) or old.capacity <> new.capacity)
  execute function tell_dish();
-- Also when somebody takes some of the portions that an order offers: its giver follows it.
create or replace trigger exchange_told after update of offered_at, quantity on orders
  for each row when (
    (old.offered_at is null) <> (new.offered_at is null)
    or (new.offered_at is not null and old.quantity <> new.quantity)
  )
  execute function tell_dish();
