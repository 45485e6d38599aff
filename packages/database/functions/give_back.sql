-- Cancels an order that the canteen could not keep, and tells its customer by mail, with the cause.
create or replace function give_back(p_order bigint, p_cause text, p_actor text, p_now timestamptz)
returns order_answer language plpgsql set enable_seqscan = off as $$
declare
  v_answer order_answer := cancel_for_customer(p_order, p_actor, p_now);
begin
  if v_answer.verdict = 'cancelled' then
    insert into outbox (customer_id, kind, content, created_at)
    select customer_id, 'given-back',
      jsonb_build_object('orderId', id, 'refunded', v_answer.amount, 'cause', p_cause), p_now
    from orders where id = p_order;
  end if;
  return v_answer;
end $$;
