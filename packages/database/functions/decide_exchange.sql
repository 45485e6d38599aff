-- Offers an order to other customers, or withdraws it where it is on offer; the caller has locked its row. An order is not
-- offered when nobody can order its dish any more, or when the canteen gave money back for it.
create or replace function decide_exchange(p_order orders, p_given_up bigint, p_now timestamptz)
returns order_answer language plpgsql as $$
declare
  v_answer order_answer := row(null, false, p_order.id, null, null, null, null);
  v_offering offering;
begin
  if p_order.id is null then
    v_answer.verdict := 'unknown-order';
    return v_answer;
  end if;
  if p_order.state <> 'placed' then
    v_answer.verdict := 'already-' || p_order.state;
    return v_answer;
  end if;
  select * into strict v_offering from offering where id = p_order.offering_id;
  if p_order.collected_at is not null then
    v_answer.verdict := 'handed-out';
    return v_answer;
  end if;
  if p_now > v_offering.exchange_until then
    v_answer.verdict := 'past-cut-off';
    return v_answer;
  end if;
  perform pause_point();
  v_answer.verdict := case
    -- Also of a closed dish: once it is open again, the offer would count.
    when p_order.offered_at is not null then 'withdrawn'
    when p_now <= v_offering.cancel_until then 'cancellable'
    when v_offering.state <> 'open' or refunded_of(p_order.id) <> 0 then 'not-exchangeable'
    when has_to_ask(p_order.id, p_order.offering_id, p_given_up) then 'question-give-up'
    else 'offered'
  end;
  if v_answer.verdict in ('withdrawn', 'offered') then
    update orders set offered_at = case v_answer.verdict when 'offered' then p_now end where id = p_order.id;
  end if;
  return v_answer;
end $$;
