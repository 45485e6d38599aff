-- Returns what portions cost, in hundredths, from a unit price in 1/10,000: rounded half up, once, after the
-- multiplication.
create or replace function order_price(p_unit_price bigint, p_quantity int) returns bigint language sql immutable as $$
  select (p_unit_price * p_quantity + 50) / 100
$$;
