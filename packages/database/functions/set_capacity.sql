-- Sets how many portions there are; those that were ordered stay ordered. What had been sold beyond the earlier capacity
-- is not made right by a new one.
create or replace function set_capacity(p_offering bigint, p_capacity int) returns void language sql as $$
  update stock set capacity = p_capacity, sold_when_cut = least(greatest(capacity, sold_when_cut), sold)
  where offering_id = p_offering
$$;
