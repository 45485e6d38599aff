-- As in 0063, and a taker who has waited looks once more: what was offered since he began to wait he did not see, and
-- was told that the dish is sold out.
create or replace function offers_to(p_request order_request) returns orders[] language plpgsql as $$
declare
  v_offers orders[];
begin
  -- Who is at an offer already will most likely have it: the next one takes the next, and nobody waits.
  begin
    v_offers := array(
      select orders from orders
      where offering_id = p_request.offering_id and state = 'placed' and offered_at is not null
        and customer_id <> p_request.customer_id
      order by offered_at, id limit p_request.quantity for update skip locked
    );
    if portions_of(v_offers) < p_request.quantity then
      raise exception 'too few offers that nobody is at' using errcode = 'RF001';
    end if;
    return v_offers;
  exception when sqlstate 'RF001' then null;
  end;
  -- Too few are left when all that are being taken are taken, which they may not be: waits for what becomes of them.
  -- What was locked before is free again each time, so that all who wait do so in one order.
  for v_look in 1..2 loop
    begin
      v_offers := array(
        select orders from orders
        where offering_id = p_request.offering_id and state = 'placed' and offered_at is not null
          and customer_id <> p_request.customer_id
        order by offered_at, id limit p_request.quantity for update
      );
      if v_look = 1 and portions_of(v_offers) < p_request.quantity then
        raise exception 'too few offers by now' using errcode = 'RF001';
      end if;
      return v_offers;
    exception when sqlstate 'RF001' then null;
    end;
  end loop;
end $$;
