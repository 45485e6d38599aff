-- As in 0060, and when somebody takes some of the portions that an order offers: its giver follows it.
create or replace trigger exchange_told after update of offered_at, quantity on orders
  for each row when (
    (old.offered_at is null) <> (new.offered_at is null)
    or (new.offered_at is not null and old.quantity <> new.quantity)
  )
  execute function tell_dish();
