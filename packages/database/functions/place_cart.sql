-- Orders the dishes of a cart, line by line as if each came after the one before it, all or nothing. Answers what became of
-- each line, and as line 0 of the cart; of a cart that fails, only the lines that fail, or the first question. A line of
-- which others offer portions is sold out: those are taken one by one. A check (p_is_check) changes nothing.
create or replace function place_cart(
  p_customer bigint, p_offerings bigint[], p_days date[], p_canteens int[], p_products bigint[], p_quantities int[],
  -- What the customer was shown for all portions of each line, where they say so, and for the whole cart.
  p_prices bigint[], p_price bigint,
  -- Portions of a dish and main dishes at one time that the customer agreed to, for any line.
  p_agreed_portions int[], p_agreed_mains int[],
  p_additional_data jsonb, p_key text, p_hash bytea, p_pickup_code text, p_is_check boolean, p_now timestamptz
) returns setof cart_answer language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart bigint;
  v_earlier record;
  v_facts order_facts;
  v_order bigint;
  v_balance bigint;
  v_total bigint := 0;
  v_remaining int;
  v_charges bigint[] := '{}';
  v_placed cart_answer[] := '{}';
  v_failed cart_answer[] := '{}';
  v_question cart_answer;
begin
  if cardinality(p_offerings) = 0 or 1 > any (p_quantities) or array_position(p_quantities, null) > 0 or p_price is null then
    raise exception 'not a cart: no line, fewer than one portion, or no price' using errcode = 'invalid_parameter_value';
  end if;
  perform from account where customer_id = p_customer for no key update;
  if not found then
    raise exception 'customer % has no account', p_customer using errcode = 'invalid_parameter_value';
  end if;
  if not p_is_check then
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
        from orders join movement charged on charged.order_id = orders.id and charged.kind = 'order'
        where orders.cart_id = v_earlier.order_id;
      return query select 0, 'ordered', true, v_earlier.order_id, v_earlier.amount, null::bigint, null::int, null::int;
      return;
    elsif v_earlier.verdict is not null then
      return query
        select 0, v_earlier.verdict, true, null::bigint, null::bigint, null::bigint, null::int, null::int;
      return;
    end if;
  end if;
  perform from stock where offering_id = any (p_offerings) order by offering_id for no key update;
  perform pause_point();

  begin
    insert into cart (customer_id, key, request_hash, price, additional_data, placed_at)
    values (p_customer, p_key, p_hash, p_price, p_additional_data, p_now)
    returning id into v_cart;
    for v_line in 1..cardinality(p_offerings) loop
      -- In a statement of its own, which sees the lines before it.
      select * into v_facts
      from facts_of(
        array[p_customer], p_offerings[v_line:v_line], p_days[v_line:v_line], p_canteens[v_line:v_line],
        p_products[v_line:v_line], p_quantities[v_line:v_line], p_prices[v_line:v_line], p_prices[v_line:v_line],
        array[null::int], array[null::int], array[p_key], array[p_hash], array[p_pickup_code], array[p_now]
      );
      v_facts.shown := v_facts.charge;
      if v_facts.of_dish + v_facts.quantity = any (p_agreed_portions) then
        v_facts.agreed_portions := v_facts.of_dish + v_facts.quantity;
      end if;
      if v_facts.mains + 1 = any (p_agreed_mains) then
        v_facts.agreed_mains := v_facts.mains + 1;
      end if;
      v_facts.offered := 0;
      v_facts.verdict := verdict_on(v_facts, v_facts.remaining, 0);
      if v_facts.verdict in ('ordered', 'question-portions', 'question-mains') and p_prices[v_line] <> v_facts.charge then
        v_facts.verdict := 'price-changed';
      end if;
      v_charges[v_line] := v_facts.charge;
      if v_facts.verdict not in ('ordered', 'question-portions', 'question-mains') then
        v_failed := v_failed || row(
          v_line, v_facts.verdict, false, null,
          case when v_facts.verdict in ('insufficient-funds', 'price-changed') then v_facts.charge end,
          case when v_facts.verdict = 'insufficient-funds' then v_facts.balance end,
          number_of(v_facts), null
        )::cart_answer;
        continue;
      end if;
      if v_facts.verdict <> 'ordered' and v_question.line is null then
        v_question := row(v_line, v_facts.verdict, false, null, null, null, number_of(v_facts), null);
      end if;
      -- Also where something is asked: the lines after it are decided as if the answer were yes.
      insert into orders (
        customer_id, offering_id, day, quantity, price_level, unit_price, price, tax_subsidy, non_tax_subsidy, placed_at,
        pickup_code, cart_id
      )
      values (
        p_customer, v_facts.offering_id, v_facts.day, v_facts.quantity, v_facts.price_level, v_facts.unit_price,
        v_facts.charge, v_facts.tax_subsidy, v_facts.non_tax_subsidy, p_now, p_pickup_code, v_cart
      )
      returning id into v_order;
      v_balance := move_order_money(
        p_customer, 'order', v_order, -v_facts.charge, -v_facts.tax_subsidy, -v_facts.non_tax_subsidy, 'customer', p_now
      );
      update stock set sold = sold + v_facts.quantity where offering_id = v_facts.offering_id
      returning remaining into v_remaining;
      v_placed := v_placed || row(
        v_line, 'ordered', false, v_order, v_facts.charge, v_balance, null, v_remaining
      )::cart_answer;
      v_total := v_total + v_facts.charge;
    end loop;
    -- The prices of the lines were not said, or do not make the price of the cart: any of them may be another.
    if cardinality(v_failed) = 0 and v_total <> p_price then
      v_failed := array(
        select row(line, 'price-changed', false, null, amount, null, null, null)::cart_answer from unnest(v_placed)
      );
    end if;
    if cardinality(v_failed) > 0 or v_question.line is not null or p_is_check then
      raise exception 'nothing is ordered' using errcode = 'RF001';
    end if;
  exception when sqlstate 'RF001' then null;
  end;

  if cardinality(v_failed) > 0 then
    if not p_is_check then
      insert into idempotency_answer (customer_id, key, request_hash, verdict, lines, created_at)
      values (p_customer, p_key, p_hash, 'refused', to_jsonb(v_failed), p_now);
    end if;
    return query select * from unnest(v_failed);
  elsif v_question.line is not null then
    return next v_question;
  else
    return query select * from unnest(v_placed);
    return query select 0, 'ordered', false, v_cart, v_total, v_balance, null::int, null::int;
  end if;
end $$;
