-- As in 0060, with the canteen of the dish: `dish <offering> <canteen>`. Whoever hears it forgets that menu at once.
create or replace function tell_dish() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', format('dish %s %s', id, canteen_id)) from offering where id = new.offering_id;
  return null;
end $$;
