-- Offers one of the customer's orders to other customers, or withdraws it.
create or replace function exchange_order(
  p_customer bigint, p_order bigint, p_given_up bigint, p_key text, p_hash bytea, p_now timestamptz
) returns order_answer language plpgsql set enable_seqscan = off as $$
declare
  v_order orders;
  v_answer order_answer;
begin
  select * into v_order from orders where id = p_order and customer_id = p_customer for update;
  perform from account where customer_id = p_customer for no key update;
  v_answer := earlier_answer(p_customer, p_key, p_hash);
  if v_answer.verdict is null then
    v_answer := decide_exchange(v_order, p_given_up, p_now);
    if v_answer.verdict <> 'question-give-up' then
      perform keep_answer(p_customer, p_key, p_hash, v_answer, p_now);
    end if;
  end if;
  return v_answer;
end $$;
