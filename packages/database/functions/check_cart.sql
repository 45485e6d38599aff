-- Returns what stands in the way of ordering a cart now: each line that cannot be ordered, else the first question, else
-- no row. It takes no lock and writes nothing, so that it delays nobody; a moment later the answer may be another one.
create or replace function check_cart(
  p_customer bigint, p_offerings bigint[], p_days date[], p_canteens int[], p_products bigint[], p_quantities int[],
  p_modifiers jsonb[], p_prices bigint[], p_price bigint, p_agreed_portions int[], p_agreed_mains int[],
  p_by_card boolean, p_now timestamptz
) returns setof cart_answer language plpgsql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set jit = off set plan_cache_mode = force_generic_plan
as $$
begin
  return query select * from unnest(cart_refusals(decide_cart(
    p_customer, p_offerings, p_days, p_canteens, p_products, p_quantities, p_modifiers, p_prices, p_price,
    p_agreed_portions, p_agreed_mains, p_by_card, p_now
  )));
end $$;
