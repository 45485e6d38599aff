-- Orders all dishes of a cart or none. Returns a row for each line and row 0 for the cart; of a cart that is not ordered,
-- each line that cannot be ordered, else the first question. The portions of a cart that is paid by card are held, and its
-- payment is begun, unless the customer's unpaid carts would hold portions for too long: then row 0 says how many seconds to wait.
-- An accepted cart gives up the one that the customer holds, whose payment is closed.
create or replace function place_cart(
  p_customer bigint, p_offerings bigint[], p_days date[], p_canteens int[], p_products bigint[], p_quantities int[],
  p_modifiers jsonb[], p_prices bigint[], p_price bigint, p_agreed_portions int[], p_agreed_mains int[],
  p_now timestamptz, p_additional_data jsonb, p_key text, p_hash bytea, p_pickup_code text, p_payment_type text,
  p_delivery text,
  -- Of a payment by card: its public id, its gateway, what the customer speaks, its return addresses, and until when the
  -- portions are held, and for how long carts that were not paid may hold portions within 24 hours.
  p_payment text, p_gateway text, p_language text, p_success_url text, p_fail_url text, p_hold_until timestamptz,
  p_most_hold interval
) returns setof cart_answer language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  v_earlier record;
  v_lines order_facts[];
  v_refusals cart_answer[];
  v_cart cart;
  v_line order_facts;
  v_cart_line cart_line;
  v_cart_lines cart_line[] := '{}';
  v_held payments.payment;
  v_by_card boolean := p_payment_type = 'creditcard';
  v_wait int;
begin
  -- Each lock is a statement of its own: the statements after it see what others committed while it waited.
  perform from account where customer_id = p_customer for no key update;
  select * into v_earlier from earlier_answers(array[p_customer], array[p_key], array[p_hash]);
  if v_earlier.verdict = 'refused' then
    return query
      select line, verdict, true, order_id, amount, balance, number, remaining, null::text
      from jsonb_populate_recordset(null::cart_answer, v_earlier.lines) order by line;
    return;
  elsif v_earlier.verdict = 'ordered' and exists (select from payments.payment where cart_id = v_earlier.order_id) then
    return query
      select 0, 'held', true, v_earlier.order_id, v_earlier.amount, null::bigint, null::int, null::int, public_id
      from payments.payment where cart_id = v_earlier.order_id;
    return;
  elsif v_earlier.verdict = 'ordered' then
    return query
      select row_number() over (order by orders.id)::int, 'ordered', true, orders.id, -charged.amount, charged.balance,
        null::int, null::int, null::text
      from orders
      cross join lateral (
        select * from movement where movement.order_id = orders.id and movement.kind = 'order' offset 0
      ) charged
      where orders.cart_id = v_earlier.order_id;
    return query
      select 0, 'ordered', true, v_earlier.order_id, v_earlier.amount, null::bigint, null::int, null::int, null::text;
    return;
  elsif v_earlier.verdict is not null then
    return query
      select 0, v_earlier.verdict, true, null::bigint, null::bigint, null::bigint, null::int, null::int,
        null::text;
    return;
  end if;
  if v_by_card then
    v_wait := wait_for_card_cart(p_customer, p_most_hold, p_hold_until - p_now, p_now);
    if v_wait is not null then
      -- Not kept: the call may come again when the time is over.
      return query
        select 0, 'too-many', false, null::bigint, null::bigint, null::bigint, v_wait, null::int, null::text;
      return;
    end if;
  end if;
  select payment.* into v_held
  from cart join payments.payment on payment.cart_id = cart.id
  where cart.customer_id = p_customer and cart.state = 'held'
  for no key update of payment;
  perform from stock
  where offering_id = any (p_offerings)
    or offering_id = any (array(select offering_id from cart_line where cart_id = v_held.cart_id))
  order by offering_id for no key update;
  -- The cart is decided as if the held one were given up already, which a refusal or a question undoes.
  begin
    if v_held.id is not null then
      perform hear_of_payment(
        v_held.id, 'expired', null, null, 'customer', null, '{"because": "another cart"}', p_now, p_now
      );
    end if;
    perform pause_point();
    v_lines := decide_cart(
      p_customer, p_offerings, p_days, p_canteens, p_products, p_quantities, p_modifiers, p_prices, p_price,
      p_agreed_portions, p_agreed_mains, v_by_card, p_now
    );
    v_refusals := cart_refusals(v_lines);
    if v_held.id is not null and cardinality(v_refusals) > 0 then
      raise exception 'the held cart is kept' using errcode = 'RF001';
    end if;
  exception when sqlstate 'RF001' then null;
  end;
  if cardinality(v_refusals) > 0 then
    -- A question is not kept: the call comes again with the customer's answer to it.
    if v_refusals[1].verdict not in ('question-portions', 'question-mains') then
      insert into idempotency_answer (customer_id, key, request_hash, verdict, lines, created_at)
      values (p_customer, p_key, p_hash, 'refused', to_jsonb(v_refusals), p_now);
    end if;
    return query select * from unnest(v_refusals);
    return;
  end if;

  insert into cart (
    customer_id, key, request_hash, price, payment_type, delivery, additional_data, state, pickup_code, placed_at
  )
  values (
    p_customer, p_key, p_hash, p_price, p_payment_type, p_delivery, p_additional_data,
    case when v_by_card then 'held' else 'ordered' end, case when v_by_card then p_pickup_code end, p_now
  )
  returning * into v_cart;
  foreach v_line in array v_lines loop
    v_cart_line.cart_id := v_cart.id;
    v_cart_line.line := v_line.place;
    v_cart_line.offering_id := v_line.offering_id;
    v_cart_line.day := v_line.day;
    v_cart_line.quantity := v_line.quantity;
    v_cart_line.price_level := v_line.price_level;
    v_cart_line.unit_price := v_line.unit_price;
    v_cart_line.price := v_line.charge;
    v_cart_line.tax_subsidy := v_line.tax_subsidy;
    v_cart_line.non_tax_subsidy := v_line.non_tax_subsidy;
    v_cart_line.modifiers := v_line.modifiers;
    v_cart_lines := v_cart_lines || v_cart_line;
  end loop;
  update stock set sold = stock.sold + sale.portions
  from (select offering_id, sum(quantity)::int as portions from unnest(v_cart_lines) group by offering_id) sale
  where stock.offering_id = sale.offering_id;
  if v_by_card then
    insert into cart_line (
      cart_id, line, offering_id, day, quantity, price_level, unit_price, price, tax_subsidy, non_tax_subsidy, modifiers
    )
    select cart_id, line, offering_id, day, quantity, price_level, unit_price, price, tax_subsidy, non_tax_subsidy, modifiers
    from unnest(v_cart_lines);
    perform begin_payment(
      p_payment, p_customer, 'cart', v_cart.id, p_gateway, p_language, p_price, p_success_url, p_fail_url, null, null,
      p_hold_until, p_now
    );
    return query select 0, 'held', false, v_cart.id, p_price, null::bigint, null::int, null::int, p_payment;
    return;
  end if;
  return query
    select ordered.line, 'ordered', false, ordered.order_id, ordered.price, ordered.balance, null::int,
      v_lines[ordered.line].remaining - v_lines[ordered.line].quantity, null::text
    from order_cart(v_cart, v_cart_lines, p_pickup_code, p_now) ordered
    union all
    select 0, 'ordered', false, v_cart.id, p_price, null::bigint, null::int, null::int, null::text;
end $$;
