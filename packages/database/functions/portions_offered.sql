-- Returns how many portions of a dish other customers offer.
create or replace function portions_offered(p_offering bigint, p_taker bigint) returns int language sql stable as $$
  select coalesce(sum(quantity), 0)::int from orders
  where offering_id = p_offering and state = 'placed' and offered_at is not null and customer_id <> p_taker
$$;
