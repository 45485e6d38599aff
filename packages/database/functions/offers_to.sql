-- Offers of a dish that hold as many portions as a taker wants, if there are so many, locked.
create or replace function offers_to(p_taker bigint, p_offering bigint, p_quantity int) returns orders[] language plpgsql as $$
declare
  v_offers orders[];
begin
  -- Who is at an offer already will most likely have it: the next one takes the next, and nobody waits.
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
  -- Too few are left when all that are being taken are taken, which they may not be: waits for what becomes of them.
  -- What was locked before is free again each time, so that all who wait do so in one order. Who has waited looks once
  -- more, for what was offered meanwhile.
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
