-- As tell_menu, once for each statement: a menu has three times as many prices as dishes, and a price has no canteen.
create or replace function tell_prices() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'menu ' || canteen_id)
  from (select distinct canteen_id from changed join offering on offering.id = offering_id) menu;
  return null;
end $$;

create or replace trigger new_prices_told after insert on offering_price
  referencing new table as changed for each statement execute function tell_prices();
create or replace trigger changed_prices_told after update on offering_price
  referencing new table as changed for each statement execute function tell_prices();
