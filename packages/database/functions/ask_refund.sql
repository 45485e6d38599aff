-- Takes money of a payment off the account, to go back to the card. The gateway is asked for it by the service of payments.
-- The number of the answer is what was asked for before, or how much can still go back.
create or replace function ask_refund(
  p_payment bigint, p_amount bigint, p_reason text, p_actor text, p_now timestamptz
) returns order_answer language plpgsql as $$
declare
  v_payment payments.payment;
  v_booked order_answer;
  v_refund bigint;
begin
  select * into strict v_payment from payments.payment where id = p_payment;
  perform from account where customer_id = v_payment.customer_id for no key update;
  select * into strict v_payment from payments.payment where id = p_payment for update;
  if v_payment.state not in ('settled', 'refunded') then
    return row('not-settled', false, null, null, null, null, null)::order_answer;
  end if;
  if p_amount > v_payment.amount - v_payment.refunded then
    return row('more-than-paid', false, null, v_payment.amount - v_payment.refunded, null, null, null)::order_answer;
  end if;
  insert into payments.refund (payment_id, amount, reason, actor, asked_at, try_at)
  values (p_payment, p_amount, p_reason, p_actor, p_now, p_now) returning id into v_refund;
  v_booked := book_movement(
    v_payment.customer_id, 'debit', -p_amount, 'gateway', null, 'payment-refund ' || v_refund, p_reason, p_actor, p_now
  );
  if v_booked.verdict <> 'booked' then
    delete from payments.refund where id = v_refund;
    return v_booked;
  end if;
  update payments.payment
  set refunded = refunded + p_amount, state = case when refunded + p_amount = amount then 'refunded' else state end
  where id = p_payment;
  insert into payments.payment_event (payment_id, kind, source, details, happened_at)
  values (p_payment, 'refund-asked', p_actor, jsonb_build_object('refund', v_refund, 'amount', p_amount), p_now);
  v_booked.order_id := v_refund;
  return v_booked;
end $$;
