-- Orders portions that other customers offer, the oldest offers first; an offer of several portions may give some of them.
-- Each giver gets back what they paid for their portions, the taker pays the price of their own level, and the subsidies
-- bear the difference, since the kitchen sold the portion once. Where the kitchen has portions again, the verdict is
-- `from-kitchen`, and place_orders decides the order.
create or replace function take_portions(
  p_customer bigint, p_offering bigint, p_day date, p_canteen int, p_product bigint, p_quantity int,
  p_chosen jsonb, p_price bigint, p_agreed_price bigint, p_agreed_portions int, p_agreed_mains int, p_key text,
  p_hash bytea, p_pickup_code text, p_now timestamptz
) returns order_answer language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
declare
  v_offers orders[] := offers_to(p_customer, p_offering, p_quantity, p_chosen);
  v_offer orders;
  v_facts order_facts;
  v_answer order_answer;
  v_left int := p_quantity;
  v_part int;
  v_rest int;
  v_refund bigint;
  v_tax bigint;
  v_non_tax bigint;
  v_worth bigint := 0;
begin
  perform pause_point();
  -- One list of keys: with two conditions joined by `or`, the plan reads all accounts.
  perform from account
  where customer_id = any (p_customer || array(select customer_id from unnest(v_offers)))
  order by customer_id for no key update;
  v_answer := earlier_answer(p_customer, p_key, p_hash);
  if v_answer.verdict is not null then
    return v_answer;
  end if;
  -- Nobody closes the day meanwhile.
  perform from stock where offering_id = p_offering for key share;

  select * into v_facts
  from facts_of(
    array[p_customer], array[p_offering], array[p_day], array[p_canteen], array[p_product], array[p_quantity],
    array[p_chosen], array[p_price], array[p_agreed_price], array[p_agreed_portions], array[p_agreed_mains], array[p_key],
    array[p_hash], array[p_pickup_code], array[p_now]
  );
  if v_facts.balance is null then
    raise exception 'a customer of these orders has no account' using errcode = 'invalid_parameter_value';
  end if;
  v_facts.offered := portions_of(v_offers);
  v_facts.verdict := verdict_on(v_facts, v_facts.remaining, v_facts.offered);
  v_answer := row(v_facts.verdict, false, null, v_facts.charge, null, number_of(v_facts), null)::order_answer;
  if v_facts.verdict = 'ordered' then
    v_answer.verdict := 'from-kitchen';
    return v_answer;
  end if;
  if v_facts.verdict <> 'on-exchange' then
    if v_facts.verdict = 'insufficient-funds' then
      v_answer.balance := v_facts.balance;
    end if;
    if v_facts.verdict not in ('question-price', 'question-portions', 'question-mains') then
      perform keep_answer(p_customer, p_key, p_hash, v_answer, p_now);
    end if;
    return v_answer;
  end if;

  insert into orders (
    customer_id, offering_id, day, quantity, price_level, unit_price, price, tax_subsidy, non_tax_subsidy, placed_at,
    pickup_code, key, request_hash, modifiers
  )
  values (
    p_customer, p_offering, p_day, p_quantity, v_facts.price_level, v_facts.unit_price, v_facts.charge,
    v_facts.tax_subsidy, v_facts.non_tax_subsidy, p_now, p_pickup_code, p_key, p_hash, v_facts.modifiers
  )
  returning id into v_answer.order_id;

  foreach v_offer in array v_offers loop
    exit when v_left = 0;
    v_part := least(v_offer.quantity, v_left);
    v_rest := v_offer.quantity - v_part;
    v_left := v_left - v_part;
    -- The giver keeps the price of the rest, so that both parts add up to what they paid.
    v_refund := v_offer.price - order_price(v_offer.unit_price, v_rest);
    v_tax := v_offer.tax_subsidy - v_offer.tax_subsidy * v_rest / v_offer.quantity;
    v_non_tax := v_offer.non_tax_subsidy - v_offer.non_tax_subsidy * v_rest / v_offer.quantity;
    update orders set quantity = v_rest, price = price - v_refund, tax_subsidy = tax_subsidy - v_tax,
      non_tax_subsidy = non_tax_subsidy - v_non_tax,
      state = case v_rest when 0 then 'exchanged' else state end,
      offered_at = case v_rest when 0 then null else offered_at end
    where id = v_offer.id;
    perform move_order_money(
      v_offer.customer_id, 'exchange', v_offer.id, v_refund, v_tax, v_non_tax, 'another customer', p_now
    );
    insert into exchange (given_order_id, taken_order_id, giver_id, quantity, refunded, exchanged_at)
    values (v_offer.id, v_answer.order_id, v_offer.customer_id, v_part, v_refund, p_now);
    insert into outbox (customer_id, kind, content, created_at)
    values (
      v_offer.customer_id, 'exchanged',
      jsonb_build_object('orderId', v_offer.id, 'quantity', v_part, 'refunded', v_refund), p_now
    );
    v_worth := v_worth + v_refund + v_tax + v_non_tax;
  end loop;

  -- The sales stay as they were: the taker's order brings in what the givers' portions gave back.
  v_non_tax := v_worth - v_facts.charge - v_facts.tax_subsidy;
  update orders set non_tax_subsidy = v_non_tax where id = v_answer.order_id;
  v_answer.balance := move_order_money(
    p_customer, 'order', v_answer.order_id, -v_facts.charge, -v_facts.tax_subsidy, -v_non_tax, 'customer', p_now
  );
  v_answer.verdict := 'ordered';
  v_answer.remaining := v_facts.remaining;
  return v_answer;
end $$;
