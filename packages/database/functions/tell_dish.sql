-- Notifies the channel `live` that a dish sold out, came back, or changed its offers: `dish <offering> <canteen>`.
-- PostgreSQL sends equal texts once, at the commit. Commits that notify wait for each other, so an order that leaves
-- portions does not notify.
create or replace function tell_dish() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', format('dish %s %s', id, canteen_id)) from offering where id = new.offering_id;
  return null;
end $$;

create or replace trigger stock_told after update of sold, capacity on stock
  for each row when ((old.remaining = 0) <> (new.remaining = 0) or old.capacity <> new.capacity)
  execute function tell_dish();
-- Also when somebody takes a part of the portions on offer, which the giver sees.
create or replace trigger exchange_told after update of offered_at, quantity on orders
  for each row when (
    (old.offered_at is null) <> (new.offered_at is null)
    or (new.offered_at is not null and old.quantity <> new.quantity)
  )
  execute function tell_dish();
