-- Cancels an order that the canteen could not keep, and tells its customer by mail, with the cause. Of a dish that is on the
-- menu again by now it answers `on-menu` and leaves the order: whoever works off a list read it some time ago.
create or replace function give_back(p_order bigint, p_cause text, p_actor text, p_now timestamptz)
returns order_answer language plpgsql set enable_seqscan = off as $$
declare
  v_answer order_answer;
begin
  if p_cause <> 'not-delivered' and not exists (
    select from orders join offering on offering.id = offering_id
    where orders.id = p_order and (
      offering.state = 'withdrawn'
      or exists (select from closed_day where closed_day.canteen_id = offering.canteen_id and closed_day.day = offering.day)
    )
  ) then
    v_answer.verdict := 'on-menu';
    return v_answer;
  end if;
  v_answer := cancel_for_customer(p_order, p_actor, p_now);
  if v_answer.verdict = 'cancelled' then
    insert into outbox (customer_id, kind, content, created_at)
    select customer_id, 'given-back',
      jsonb_build_object('orderId', id, 'refunded', v_answer.amount, 'cause', p_cause), p_now
    from orders where id = p_order;
    -- The canteen does it, while its customer may have the orders open.
    perform pg_notify('live', 'orders ' || customer_id) from orders where id = p_order;
  end if;
  return v_answer;
end $$;
