-- What the canteen gave back for an order that stands, less what it took back again.
create or replace function refunded_of(p_order bigint) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from movement where order_id = p_order and kind in ('refund', 'reversal')
$$;
