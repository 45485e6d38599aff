-- Cancels an order; the caller has locked its row and its account. A customer cancels until the cut-off of the dish, and is
-- asked before they give up a portion of a sold-out dish. The canteen (p_is_late) cancels until the meal is handed out.
create or replace function decide_cancel(
  p_order orders, p_given_up bigint, p_is_late boolean, p_actor text, p_now timestamptz
) returns order_answer language plpgsql as $$
declare
  v_answer order_answer := row(null, false, p_order.id, null, null, null, null);
  v_refund bigint;
begin
  if p_order.id is null then
    v_answer.verdict := 'unknown-order';
    return v_answer;
  end if;
  if p_order.state <> 'placed' then
    v_answer.verdict := 'already-' || p_order.state;
    return v_answer;
  end if;
  if p_order.collected_at is not null then
    v_answer.verdict := 'handed-out';
    return v_answer;
  end if;
  if not p_is_late and p_now > (select cancel_until from offering where id = p_order.offering_id) then
    v_answer.verdict := 'past-cut-off';
    return v_answer;
  end if;
  if not p_is_late and has_to_ask(p_order.id, p_order.offering_id, p_given_up) then
    v_answer.verdict := 'question-give-up';
    return v_answer;
  end if;

  perform pause_point();
  update orders set state = 'cancelled', cancelled_at = p_now, offered_at = null where id = p_order.id;
  -- The canteen may have given a part of it back before.
  v_refund := p_order.price - refunded_of(p_order.id);
  v_answer.balance := move_order_money(
    p_order.customer_id, 'cancel', p_order.id, v_refund, p_order.tax_subsidy, p_order.non_tax_subsidy, p_actor, p_now
  );
  perform release_portions(p_order.offering_id, p_order.quantity);
  v_answer.verdict := 'cancelled';
  v_answer.amount := v_refund;
  return v_answer;
end $$;
