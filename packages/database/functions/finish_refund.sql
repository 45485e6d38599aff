-- Notes what became of a refund, once. Money that the gateway refused to send back returns to the account; why, is said to
-- the customer in their language, so the movement has no text of its own.
create or replace function finish_refund(p_refund bigint, p_state text, p_details jsonb, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  v_refund payments.refund;
  v_payment payments.payment;
  v_movement bigint;
  v_reversed order_answer;
begin
  select payment.* into strict v_payment
  from payments.refund join payments.payment on payment.id = payment_id where refund.id = p_refund;
  perform from account where customer_id = v_payment.customer_id for no key update;
  perform from payments.payment where id = v_payment.id for update;
  select * into strict v_refund from payments.refund where id = p_refund for update;
  if v_refund.state <> 'asked' then
    return false;
  end if;
  update payments.refund set state = p_state, decided_at = p_now where id = p_refund;
  insert into payments.payment_event (payment_id, kind, source, details, happened_at)
  values (
    v_payment.id, case p_state when 'done' then 'refund-done' else 'refund-refused' end, 'job',
    p_details || jsonb_build_object('refund', p_refund, 'amount', v_refund.amount), p_now
  );
  if p_state = 'refused' then
    select id into strict v_movement from movement where reference = 'payment-refund ' || p_refund;
    v_reversed := reverse_movement(
      v_payment.customer_id, v_movement, null, 'gateway ' || v_payment.gateway, p_now
    );
    if v_reversed.verdict <> 'reversed' then
      raise exception 'refund % cannot be taken back: %', p_refund, v_reversed.verdict;
    end if;
    update payments.payment set refunded = refunded - v_refund.amount, state = 'settled' where id = v_payment.id;
  end if;
  return true;
end $$;
