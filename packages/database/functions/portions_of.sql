-- Returns how many portions orders hold together.
create or replace function portions_of(p_orders orders[]) returns int language sql immutable as $$
  select coalesce(sum(quantity), 0)::int from unnest(p_orders)
$$;
