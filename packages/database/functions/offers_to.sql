-- Locks and returns the oldest offers of a dish that together hold the portions a customer wants, as far as there are any.
-- A portion stays as it was made: only offers with the modifiers that the customer wants count.
create or replace function offers_to(p_taker bigint, p_offering bigint, p_quantity int, p_chosen jsonb)
returns orders[] language plpgsql as $$
declare
  v_offers orders[];
begin
  -- Skips an offer that somebody else has locked: they will most likely take it, and this customer takes the next one.
  begin
    v_offers := array(
      select orders from orders
      where offering_id = p_offering and state = 'placed' and offered_at is not null and customer_id <> p_taker
        and is_chosen_alike(modifiers, p_chosen)
      order by offered_at, id limit p_quantity for update skip locked
    );
    if portions_of(v_offers) < p_quantity then
      raise exception 'too few offers that nobody is at' using errcode = 'RF001';
    end if;
    return v_offers;
  exception when sqlstate 'RF001' then null;
  end;
  -- Too few are left without the locked ones, which may come free: waits for them. The exception releases the locks of
  -- the look before, so that everybody waits in the same order. What was offered during a wait is found by the next look;
  -- each look that fails means that somebody else took portions, or took their offer back.
  loop
    begin
      v_offers := array(
        select orders from orders
        where offering_id = p_offering and state = 'placed' and offered_at is not null and customer_id <> p_taker
          and is_chosen_alike(modifiers, p_chosen)
        order by offered_at, id limit p_quantity for update
      );
      if portions_of(v_offers) < p_quantity and portions_offered(p_offering, p_taker, p_chosen) >= p_quantity then
        raise exception 'others were offered meanwhile' using errcode = 'RF001';
      end if;
      return v_offers;
    exception when sqlstate 'RF001' then null;
    end;
  end loop;
end $$;
