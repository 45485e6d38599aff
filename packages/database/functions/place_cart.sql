-- Orders all dishes of a cart or none. Returns a row for each line and row 0 for the cart; of a cart that is not ordered,
-- each line that cannot be ordered, else the first question.
create or replace function place_cart(
  p_customer bigint, p_offerings bigint[], p_days date[], p_canteens int[], p_products bigint[], p_quantities int[],
  p_prices bigint[], p_price bigint, p_agreed_portions int[], p_agreed_mains int[], p_now timestamptz,
  p_additional_data jsonb, p_key text, p_hash bytea, p_pickup_code text
) returns setof cart_answer language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  v_earlier record;
  v_lines order_facts[];
  v_refusals cart_answer[];
  v_cart bigint;
begin
  -- Each lock is a statement of its own: the statements after it see what others committed while it waited.
  perform from account where customer_id = p_customer for no key update;
  select * into v_earlier from earlier_answers(array[p_customer], array[p_key], array[p_hash]);
  if v_earlier.verdict = 'refused' then
    return query
      select line, verdict, true, order_id, amount, balance, number, remaining
      from jsonb_populate_recordset(null::cart_answer, v_earlier.lines) order by line;
    return;
  elsif v_earlier.verdict = 'ordered' then
    return query
      select row_number() over (order by orders.id)::int, 'ordered', true, orders.id, -charged.amount, charged.balance,
        null::int, null::int
      from orders
      cross join lateral (
        select * from movement where movement.order_id = orders.id and movement.kind = 'order' offset 0
      ) charged
      where orders.cart_id = v_earlier.order_id;
    return query select 0, 'ordered', true, v_earlier.order_id, v_earlier.amount, null::bigint, null::int, null::int;
    return;
  elsif v_earlier.verdict is not null then
    return query
      select 0, v_earlier.verdict, true, null::bigint, null::bigint, null::bigint, null::int, null::int;
    return;
  end if;
  perform from stock where offering_id = any (p_offerings) order by offering_id for no key update;
  perform pause_point();

  v_lines := decide_cart(
    p_customer, p_offerings, p_days, p_canteens, p_products, p_quantities, p_prices, p_price, p_agreed_portions,
    p_agreed_mains, p_now
  );
  v_refusals := cart_refusals(v_lines);
  if cardinality(v_refusals) > 0 then
    -- A question is not kept: the call comes again with the customer's answer to it.
    if v_refusals[1].verdict not in ('question-portions', 'question-mains') then
      insert into idempotency_answer (customer_id, key, request_hash, verdict, lines, created_at)
      values (p_customer, p_key, p_hash, 'refused', to_jsonb(v_refusals), p_now);
    end if;
    return query select * from unnest(v_refusals);
    return;
  end if;

  insert into cart (customer_id, key, request_hash, price, additional_data, placed_at)
  values (p_customer, p_key, p_hash, p_price, p_additional_data, p_now)
  returning id into v_cart;
  return query
    with decided as materialized (
      select lines.*, nextval('orders_id_seq') as new_order_id, lines.balance - lines.charge as new_balance
      from unnest(v_lines) lines
      order by lines.place
    ), placed as (
      insert into orders (
        id, customer_id, offering_id, day, quantity, price_level, unit_price, price, tax_subsidy, non_tax_subsidy,
        placed_at, pickup_code, cart_id
      )
      overriding system value
      select new_order_id, customer_id, offering_id, day, quantity, price_level, unit_price, charge, tax_subsidy,
        non_tax_subsidy, placed_at, p_pickup_code, v_cart
      from decided
    ), charged as (
      insert into movement (
        customer_id, kind, order_id, amount, sales, tax_subsidy, non_tax_subsidy, balance, actor, occurred_at
      )
      select customer_id, 'order', new_order_id, -charge, charge + tax_subsidy + non_tax_subsidy, -tax_subsidy,
        -non_tax_subsidy, new_balance, 'customer', placed_at
      from decided order by place
    ), paid as (
      update account set balance = account.balance - p_price where customer_id = p_customer
    ), sold as (
      update stock set sold = stock.sold + sale.portions
      from (select offering_id, sum(quantity)::int as portions from decided group by offering_id) sale
      where stock.offering_id = sale.offering_id
    )
    select place::int, verdict, false, new_order_id, charge, new_balance, null::int, remaining - quantity from decided
    union all
    select 0, 'ordered', false, v_cart, p_price, null::bigint, null::int, null::int;
end $$;
