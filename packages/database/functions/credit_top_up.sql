-- Puts the money of a payment on the customer's account, once. The caller has locked the account.
create or replace function credit_top_up(p_payment bigint, p_now timestamptz) returns void language plpgsql as $$
declare
  v_payment payments.payment;
  v_booked order_answer;
begin
  select * into strict v_payment from payments.payment where id = p_payment;
  v_booked := book_movement(
    v_payment.customer_id, 'top-up', v_payment.amount, 'gateway', null, 'payment ' || v_payment.public_id, null,
    'gateway ' || v_payment.gateway, p_now
  );
  if v_booked.verdict <> 'booked' then
    raise exception 'payment % cannot be credited: %', p_payment, v_booked.verdict;
  end if;
end $$;
