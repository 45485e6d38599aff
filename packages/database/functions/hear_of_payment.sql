-- Takes in what is heard of a payment: from a gateway's notice, from its answer to a query, or from a job. Only `settled`
-- moves money, once however often it is heard, and whenever: a payment that failed or was over counts too. A cart whose
-- portions are still held is ordered by it; the money of any other goes to the account, and a mail says why. Facts may come in
-- any sequence. Locks account, payment and stock, in this sequence.
create or replace function hear_of_payment(
  p_payment bigint, p_fact text, p_amount bigint, p_currency text, p_source text, p_gateway_event text, p_details jsonb,
  p_query_at timestamptz, p_now timestamptz
) returns payment_answer language plpgsql as $$
declare
  v_payment payments.payment;
  v_next text;
  v_held boolean;
  v_why jsonb;
begin
  select * into strict v_payment from payments.payment where id = p_payment;
  perform from account where customer_id = v_payment.customer_id for no key update;
  select * into strict v_payment from payments.payment where id = p_payment for update;
  if exists (
    select from payments.payment_event where payment_id = p_payment and gateway_event = p_gateway_event
  ) then
    return row('heard-before', v_payment.state, v_payment.used_for)::payment_answer;
  end if;
  if p_fact in ('authorised', 'settled') and (p_amount, p_currency) is distinct from (v_payment.amount, v_payment.currency)
  then
    insert into payments.payment_event (payment_id, kind, source, gateway_event, details, happened_at)
    values (
      p_payment, 'refused', p_source, p_gateway_event,
      p_details || jsonb_build_object('fact', p_fact, 'amount', p_amount, 'currency', p_currency), p_now
    );
    update payments.payment set query_at = p_query_at where id = p_payment;
    return row('other-money', v_payment.state, v_payment.used_for)::payment_answer;
  end if;

  v_next := case
    when v_payment.state in ('settled', 'refunded') then v_payment.state
    when p_fact = 'settled' then 'settled'
    when p_fact = 'authorised' and v_payment.state in ('created', 'redirected') then 'authorised'
    when p_fact in ('failed', 'expired') and v_payment.state in ('created', 'redirected', 'authorised') then p_fact
    else v_payment.state
  end;
  if v_next <> v_payment.state or p_gateway_event is not null then
    insert into payments.payment_event (payment_id, kind, source, gateway_event, details, happened_at)
    values (p_payment, p_fact, p_source, p_gateway_event, p_details, p_now);
  end if;
  if v_next = v_payment.state then
    update payments.payment
    set query_at = case when state in ('settled', 'refunded') then null else p_query_at end
    where id = p_payment;
    return row('known', v_payment.state, v_payment.used_for)::payment_answer;
  end if;

  if v_next = 'settled' then
    perform credit_top_up(p_payment, p_now);
    v_payment.used_for := 'account';
    if v_payment.purpose = 'cart' then
      v_held := exists (select from cart where id = v_payment.cart_id and state = 'held');
      if v_held and order_held_cart(v_payment.cart_id, p_now) then
        v_payment.used_for := 'cart';
      else
        -- Released for that reason, or only found now; else the time to pay was over.
        v_why := coalesce(
          why_off_menu(p_payment), case when v_held then cart_off_menu(v_payment.cart_id) end
        );
        insert into outbox (customer_id, kind, content, created_at)
        values (
          v_payment.customer_id, 'cart-paid-late',
          jsonb_strip_nulls(jsonb_build_object(
            'amount', v_payment.amount, 'cause', v_why -> 'because', 'day', v_why -> 'day'
          )),
          p_now
        );
      end if;
    end if;
  elsif v_next in ('failed', 'expired') and v_payment.purpose = 'cart' then
    perform release_cart(v_payment.cart_id, p_now);
  end if;
  update payments.payment
  set state = v_next, used_for = v_payment.used_for, query_at = case when v_next = 'settled' then null else p_query_at end
  where id = p_payment;
  return row('changed', v_next, v_payment.used_for)::payment_answer;
end $$;
