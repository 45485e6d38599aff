-- Notifies the channel `live` that the menu of a canteen changed: `menu <canteen>`.
create or replace function tell_menu() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'menu ' || coalesce(new.canteen_id, old.canteen_id));
  return null;
end $$;

create or replace trigger offering_told after insert or update or delete on offering
  for each row execute function tell_menu();
create or replace trigger product_told after update on product
  for each row execute function tell_menu();
create or replace trigger closed_day_told after insert or update or delete on closed_day
  for each row execute function tell_menu();
