-- As in 0051, but an order of a dish that nobody can order any more is not offered: nobody could take it.
create or replace function decide_exchange(p_customer bigint, p_order bigint, p_given_up bigint, p_now timestamptz)
returns jsonb language plpgsql as $$
declare
  v_order orders;
  v_offering offering;
begin
  select * into v_order from orders where id = p_order and customer_id = p_customer for update;
  if not found then
    return jsonb_build_object('verdict', 'unknown-order');
  end if;
  if v_order.state <> 'placed' then
    return jsonb_build_object('verdict', 'already-' || v_order.state);
  end if;
  select * into strict v_offering from offering where id = v_order.offering_id;
  if p_now > v_offering.exchange_until or v_order.collected_at is not null then
    return jsonb_build_object('verdict', 'past-cut-off');
  end if;
  perform pause_point();
  -- Always: the dish may be opened again, and then the offer would count.
  if v_order.offered_at is not null then
    update orders set offered_at = null where id = p_order;
    return jsonb_build_object('verdict', 'withdrawn', 'orderId', p_order);
  end if;
  if p_now <= v_offering.cancel_until then
    return jsonb_build_object('verdict', 'cancellable');
  end if;
  if v_offering.state <> 'open' then
    return jsonb_build_object('verdict', 'not-exchangeable');
  end if;
  if has_to_ask(p_order, v_order.offering_id, p_given_up) then
    return jsonb_build_object('verdict', 'question', 'about', 'giveUp', 'giveUp', p_order);
  end if;
  update orders set offered_at = p_now where id = p_order;
  return jsonb_build_object('verdict', 'offered', 'orderId', p_order);
end $$;

-- As in 0051, but the kitchen's portions count too, which may have come back since the order was sent here: then it is
-- `from-kitchen`, for place_orders to decide.
create or replace function take_portions(p_orders order_request[]) returns jsonb language plpgsql
  -- As in 0011: orders look up rows by their keys.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_request order_request := p_orders[1];
  v_answer jsonb := earlier_answer(v_request.customer_id, v_request.key, v_request.request_hash);
begin
  if v_answer is null then
    v_answer := decide_take(v_request);
    if v_answer ->> 'verdict' not in ('question', 'from-kitchen') then
      perform keep_answer(
        v_request.customer_id, v_request.key, v_request.request_hash, v_answer, v_request.placed_at
      );
    end if;
    v_answer := v_answer || jsonb_build_object('replayed', false);
  end if;
  return v_answer;
end $$;

create function portions_of(p_offers orders[]) returns int language sql immutable as $$
  select coalesce(sum(quantity), 0)::int from unnest(p_offers)
$$;

-- Offers that hold as many portions as are wanted, if there are so many, locked.
create function offers_to(p_request order_request) returns orders[] language plpgsql as $$
declare
  v_offers orders[];
begin
  -- Who is at an offer already will most likely have it: the next one takes the next, and nobody waits.
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
exception when sqlstate 'RF001' then
  -- Too few are left when all that are being taken are taken, which they may not be: waits for what becomes of them.
  -- What was locked above is free again, so that all who wait do so in one order.
  return array(
    select orders from orders
    where offering_id = p_request.offering_id and state = 'placed' and offered_at is not null
      and customer_id <> p_request.customer_id
    order by offered_at, id limit p_request.quantity for update
  );
end $$;

-- As in 0051, with the offers and the kitchen's portions as above.
create or replace function decide_take(p_request order_request) returns jsonb language plpgsql as $$
declare
  v_offers orders[] := offers_to(p_request);
  v_offer orders;
  v_facts order_facts;
  v_answer jsonb;
  v_order bigint;
  v_left int := p_request.quantity;
  v_part int;
  v_rest int;
  v_refund bigint;
  v_tax bigint;
  v_non_tax bigint;
  v_worth bigint := 0;
  v_balance bigint;
begin
  perform pause_point();
  -- By their keys: by one condition or another, all accounts would be read.
  perform from account
  where customer_id = any (p_request.customer_id || array(select customer_id from unnest(v_offers)))
  order by customer_id for update;
  perform from offering where id = p_request.offering_id for key share;

  select * into v_facts from facts_of(array[p_request]);
  if not found then
    raise exception 'customer % has no account', p_request.customer_id;
  end if;
  v_answer := verdict_of(v_facts, v_facts.remaining, portions_of(v_offers));
  if v_answer ->> 'verdict' = 'ordered' then
    return jsonb_build_object('verdict', 'from-kitchen');
  end if;
  if v_answer ->> 'verdict' <> 'on-exchange' then
    return v_answer;
  end if;

  insert into orders (
    customer_id, offering_id, day, quantity, unit_price, price, tax_subsidy, non_tax_subsidy, placed_at, pickup_code
  )
  values (
    p_request.customer_id, p_request.offering_id, p_request.day, p_request.quantity, v_facts.unit_price, v_facts.charge,
    v_facts.tax_subsidy, v_facts.non_tax_subsidy, p_request.placed_at, p_request.pickup_code
  )
  returning id into v_order;

  foreach v_offer in array v_offers loop
    exit when v_left = 0;
    v_part := least(v_offer.quantity, v_left);
    v_rest := v_offer.quantity - v_part;
    v_left := v_left - v_part;
    -- What the rest costs stays, so that the parts add up to the whole.
    v_refund := v_offer.price - order_price(v_offer.unit_price, v_rest);
    v_tax := v_offer.tax_subsidy - v_offer.tax_subsidy * v_rest / v_offer.quantity;
    v_non_tax := v_offer.non_tax_subsidy - v_offer.non_tax_subsidy * v_rest / v_offer.quantity;
    update orders set quantity = v_rest, price = price - v_refund, tax_subsidy = tax_subsidy - v_tax,
      non_tax_subsidy = non_tax_subsidy - v_non_tax,
      state = case v_rest when 0 then 'exchanged' else state end,
      offered_at = case v_rest when 0 then null else offered_at end
    where id = v_offer.id;
    perform move_order_money(
      v_offer.customer_id, v_offer.id, 'exchange', v_refund, v_tax, v_non_tax, 'exchange', p_request.placed_at
    );
    insert into exchange (given_order_id, taken_order_id, giver_id, quantity, refunded, exchanged_at)
    values (v_offer.id, v_order, v_offer.customer_id, v_part, v_refund, p_request.placed_at);
    insert into outbox (customer_id, kind, content, created_at)
    values (
      v_offer.customer_id, 'exchanged',
      jsonb_build_object('orderId', v_offer.id, 'quantity', v_part, 'refunded', v_refund), p_request.placed_at
    );
    v_worth := v_worth + v_refund + v_tax + v_non_tax;
  end loop;

  -- The kitchen gets from the taker what it gave back for the givers, no more and no less.
  update orders set non_tax_subsidy = v_worth - price - tax_subsidy where id = v_order;
  v_balance := move_order_money(
    p_request.customer_id, v_order, 'order', -v_facts.charge, -v_facts.tax_subsidy,
    -(v_worth - v_facts.charge - v_facts.tax_subsidy), 'customer', p_request.placed_at
  );
  return jsonb_build_object('verdict', 'ordered', 'price', v_facts.charge, 'orderId', v_order, 'balance', v_balance);
end $$;
