-- Cancels an order on behalf of its customer, also after the cut-off, unless its meal was handed out.
create or replace function cancel_for_customer(p_order bigint, p_actor text, p_now timestamptz)
returns order_answer language plpgsql set enable_seqscan = off as $$
declare
  v_order orders;
begin
  select * into v_order from orders where id = p_order for update;
  perform from account where customer_id = v_order.customer_id for no key update;
  return decide_cancel(v_order, null, true, p_actor, p_now);
end $$;
