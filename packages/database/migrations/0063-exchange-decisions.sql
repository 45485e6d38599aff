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
