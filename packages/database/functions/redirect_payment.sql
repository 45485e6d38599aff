-- Notes that a gateway knows a payment: what it calls it, and where the customer pays. A payment that was closed meanwhile
-- stays closed. Returns its state.
create or replace function redirect_payment(
  p_payment bigint, p_reference text, p_link text, p_currency text, p_query_at timestamptz, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_payment payments.payment;
begin
  select * into strict v_payment from payments.payment where id = p_payment for no key update;
  if v_payment.reference is null then
    update payments.payment
    set reference = p_reference, link = p_link, currency = p_currency, query_at = p_query_at,
      state = case state when 'created' then 'redirected' else state end
    where id = p_payment returning * into v_payment;
    insert into payments.payment_event (payment_id, kind, source, details, happened_at)
    values (p_payment, 'redirected', 'customer', jsonb_build_object('reference', p_reference), p_now);
  end if;
  return v_payment.state;
end $$;
