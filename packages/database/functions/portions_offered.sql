-- Returns how many portions of a dish, with these modifiers, other customers offer.
create or replace function portions_offered(p_offering bigint, p_taker bigint, p_chosen jsonb)
returns int language sql stable as $$
  select coalesce(sum(quantity), 0)::int from orders
  where offering_id = p_offering and state = 'placed' and offered_at is not null and customer_id <> p_taker
    and is_chosen_alike(modifiers, p_chosen)
$$;
