-- As in 0063, but the accounts are looked up by their keys: by one condition or another, all of them were read.
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
