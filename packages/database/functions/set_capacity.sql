-- Sets how many portions the kitchen makes; orders stay as they are. sold_when_cut keeps how many were sold by then, also
-- where that is beyond the new capacity.
create or replace function set_capacity(p_offering bigint, p_capacity int) returns void language sql as $$
  update stock set capacity = p_capacity, sold_when_cut = least(greatest(capacity, sold_when_cut), sold)
  where offering_id = p_offering
$$;
