-- Returns the part of a price that is not tax, rounded half up. The rate is in hundredths of a percent; a price without a
-- rate has no tax in it.
create or replace function price_without_tax(p_price bigint, p_rate int) returns bigint language sql immutable as $$
  select div(p_price::numeric * 20000 + 10000 + coalesce(p_rate, 0), 2 * (10000 + coalesce(p_rate, 0)))::bigint
$$;
