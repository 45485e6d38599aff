-- What open offers are told of, on the channel `live`: `dish <offering>` when what can be done with a dish may be
-- another thing than before, `menu <canteen>` when its menu is. Sent at the commit, once for each text. A commit that
-- tells waits for every other one that does, so an order that leaves portions and one that was refused tell nothing.
create function tell_dish() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'dish ' || new.offering_id);
  return null;
end $$;

create trigger stock_told after update of remaining, capacity on stock
  for each row when ((old.remaining = 0) <> (new.remaining = 0) or old.capacity <> new.capacity)
  execute function tell_dish();
create trigger exchange_told after update of offered_at on orders
  for each row when ((old.offered_at is null) <> (new.offered_at is null))
  execute function tell_dish();

create function tell_menu() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'menu ' || coalesce(new.canteen_id, old.canteen_id));
  return null;
end $$;

create trigger offering_told after insert or update or delete on offering
  for each row execute function tell_menu();
create trigger product_told after update on product
  for each row execute function tell_menu();
create trigger closed_day_told after insert or update or delete on closed_day
  for each row execute function tell_menu();

-- By the statement: a menu has three times as many prices as dishes, and none of them knows its canteen.
create function tell_prices() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'menu ' || canteen_id)
  from (select distinct canteen_id from changed join offering on offering.id = offering_id) menu;
  return null;
end $$;

create trigger new_prices_told after insert on offering_price
  referencing new table as changed for each statement execute function tell_prices();
create trigger changed_prices_told after update on offering_price
  referencing new table as changed for each statement execute function tell_prices();
