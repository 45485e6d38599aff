-- Returns what the canteen gave back for an order, less what it took back. Other kinds of movements that give money back
-- (cancel, exchange) change the order itself.
create or replace function refunded_of(p_order bigint) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from movement where order_id = p_order and kind in ('refund', 'reversal')
$$;
