-- Returns whether portions come from other customers' offers: only when the kitchen has none or takes no more orders.
create or replace function is_from_others(
  p_offered int, p_left int, p_placed_at timestamptz, p_order_until timestamptz, p_exchange_until timestamptz
) returns boolean language sql immutable as $$
  select p_offered > 0 and p_placed_at <= p_exchange_until and (p_left = 0 or p_placed_at > p_order_until)
$$;
