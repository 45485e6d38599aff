-- Locks and returns the oldest offers of a dish that together hold the portions a customer wants, as far as there are any.
create or replace function offers_to(p_taker bigint, p_offering bigint, p_quantity int) returns orders[] language plpgsql as $$
declare
  v_offers orders[];
begin
  -- Skips an offer that somebody else has locked: they will most likely take it, and this customer takes the next one.
  begin
    v_offers := array(
      select orders from orders
      where offering_id = p_offering and state = 'placed' and offered_at is not null and customer_id <> p_taker
      order by offered_at, id limit p_quantity for update skip locked
    );
    if portions_of(v_offers) < p_quantity then
      raise exception 'too few offers that nobody is at' using errcode = 'RF001';
    end if;
    return v_offers;
  exception when sqlstate 'RF001' then null;
  end;
  -- Too few are left without the locked ones, which may come free: waits for them. The exception releases the locks of
  -- the look before, so that everybody waits in the same order. A second look finds what was offered during the wait.
  for v_look in 1..2 loop
    begin
      v_offers := array(
        select orders from orders
        where offering_id = p_offering and state = 'placed' and offered_at is not null and customer_id <> p_taker
        order by offered_at, id limit p_quantity for update
      );
      if v_look = 1 and portions_of(v_offers) < p_quantity then
        raise exception 'too few offers by now' using errcode = 'RF001';
      end if;
      return v_offers;
    exception when sqlstate 'RF001' then null;
    end;
  end loop;
end $$;
