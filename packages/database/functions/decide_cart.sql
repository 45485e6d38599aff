-- Decides the lines of a cart as if each were ordered after the one before it. Returns the facts of each line, in the
-- sequence of the lines: its verdict, and the balance and the portions that the lines before it leave. A line that cannot
-- be ordered takes nothing; a line that asks counts as if the answer were yes. Offers of other customers do not count,
-- since take_portions takes them one order at a time: such a dish is sold out for a cart. A cart that is paid by card needs
-- no money on the account.
create or replace function decide_cart(
  p_customer bigint, p_offerings bigint[], p_days date[], p_canteens int[], p_products bigint[], p_quantities int[],
  -- The ids of what was chosen with each line.
  p_modifiers jsonb[],
  -- What the customer was shown for all portions of each line (null where the call does not say), and for the cart.
  p_prices bigint[], p_price bigint,
  -- How many portions of a dish and how many main dishes at one time the customer agreed to, in any line.
  p_agreed_portions int[], p_agreed_mains int[], p_by_card boolean, p_now timestamptz
) returns order_facts[] language plpgsql stable as $$
declare
  v_lines order_facts[] := '{}';
  v_line order_facts;
  v_earlier order_facts;
  v_taken order_facts[] := '{}';
  v_charged bigint := 0;
begin
  if cardinality(p_offerings) = 0 or 1 > any (p_quantities) or array_position(p_quantities, null) > 0 or p_price is null then
    raise exception 'not a cart: it has no line, a line of no portion, or no price' using errcode = 'invalid_parameter_value';
  end if;

  for v_line in
    select * from facts_of(
      array_fill(p_customer, array[cardinality(p_offerings)]), p_offerings, p_days, p_canteens, p_products, p_quantities,
      p_modifiers, p_prices, null, null, null, null, null, null, array_fill(p_now, array[cardinality(p_offerings)])
    ) facts
    order by facts.place
  loop
    if v_line.balance is null then
      raise exception 'customer % has no account', p_customer using errcode = 'invalid_parameter_value';
    end if;
    v_line.balance := case when p_by_card then v_line.floor + v_line.charge else v_line.balance - v_charged end;
    foreach v_earlier in array v_taken loop
      continue when v_earlier.day <> v_line.day;
      if v_earlier.offering_id = v_line.offering_id then
        v_line.of_dish := v_line.of_dish + v_earlier.quantity;
        v_line.remaining := v_line.remaining - v_earlier.quantity;
      elsif v_earlier.is_main and v_line.is_main
        and v_earlier.pickup_from < v_line.pickup_to and v_line.pickup_from < v_earlier.pickup_to then
        v_line.mains := v_line.mains + v_earlier.quantity;
      end if;
      if p_canteens[v_earlier.place] = p_canteens[v_line.place] then
        v_line.of_day := v_line.of_day + v_earlier.quantity;
      end if;
    end loop;

    -- A cart does not ask about a changed price: it refuses the line, unless something else is wrong with it.
    v_line.shown := v_line.charge;
    v_line.offered := 0;
    v_line.exchange_until := null;
    if v_line.of_dish + v_line.quantity = any (p_agreed_portions) then
      v_line.agreed_portions := v_line.of_dish + v_line.quantity;
    end if;
    if v_line.mains + v_line.quantity = any (p_agreed_mains) then
      v_line.agreed_mains := v_line.mains + v_line.quantity;
    end if;
    v_line.verdict := verdict_on(v_line, v_line.remaining, 0);
    if v_line.verdict in ('ordered', 'question-portions', 'question-mains') then
      if p_prices[v_line.place] <> v_line.charge then
        v_line.verdict := 'price-changed';
      else
        v_taken := v_taken || v_line;
        v_charged := v_charged + v_line.charge;
      end if;
    end if;
    v_lines := v_lines || v_line;
  end loop;

  -- The lines cost another sum than the customer was shown: any line whose price the call does not say may have changed.
  if cardinality(v_taken) = cardinality(v_lines) and v_charged <> p_price then
    if array_position(p_prices, null) is null then
      raise exception 'not a cart: its price is not that of its lines' using errcode = 'invalid_parameter_value';
    end if;
    for v_place in 1..cardinality(v_lines) loop
      if p_prices[v_place] is null then
        v_lines[v_place].verdict := 'price-changed';
      end if;
    end loop;
  end if;
  return v_lines;
end $$;
