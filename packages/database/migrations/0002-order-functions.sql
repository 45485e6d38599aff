-- Locks are taken in one order everywhere: the order row, then accounts ascending, then stock ascending.
-- The stock row is the hot one, so it comes last. READ COMMITTED; the clock is always an argument.

-- What a repeat of a call is told; null when the call is new, and then its key is held until the commit.
create function earlier_answer(p_customer bigint, p_key text, p_hash bytea) returns jsonb
language plpgsql as $$
declare
  v_found idempotency_answer;
begin
  if p_key is null then
    return null;
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended(p_customer || ':' || p_key, 0)) then
    return jsonb_build_object('verdict', 'in-flight');
  end if;
  select * into v_found from idempotency_answer where customer_id = p_customer and key = p_key;
  if not found then
    return null;
  end if;
  if v_found.request_hash is distinct from p_hash then
    return jsonb_build_object('verdict', 'key-reused');
  end if;
  return v_found.answer || jsonb_build_object('replayed', true);
end $$;

create function keep_answer(p_customer bigint, p_key text, p_hash bytea, p_answer jsonb, p_now timestamptz)
returns void language sql as $$
  insert into idempotency_answer (customer_id, key, request_hash, answer, created_at)
  select p_customer, p_key, p_hash, p_answer, p_now where p_key is not null;
$$;

-- Moves an amount to a customer's account (from it when negative) against a system account; answers the new balance.
-- The account row must be locked already.
create function move_money(
  p_customer bigint, p_amount bigint, p_system_account text, p_kind text, p_order bigint,
  p_actor text, p_reference text, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_transaction bigint;
  v_balance bigint;
begin
  insert into ledger_transaction (kind, customer_id, order_id, actor, reference, occurred_at)
  values (p_kind, p_customer, p_order, p_actor, p_reference, p_now)
  returning id into v_transaction;
  -- A dish may be free of charge: nothing moves, but the transaction is the record of it.
  if p_amount <> 0 then
    insert into ledger_entry (transaction_id, customer_id, system_account, amount)
    values (v_transaction, p_customer, null, p_amount), (v_transaction, null, p_system_account, -p_amount);
  end if;
  update account set balance = balance + p_amount where customer_id = p_customer returning balance into v_balance;
  return v_balance;
end $$;

create function place_order(
  p_customer bigint, p_offering bigint, p_day date, p_canteen int, p_product bigint,
  p_quantity int, p_price bigint, p_key text, p_hash bytea, p_pickup_code text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_answer jsonb := earlier_answer(p_customer, p_key, p_hash);
begin
  if v_answer is null then
    v_answer := decide_order(
      p_customer, p_offering, p_day, p_canteen, p_product, p_quantity, p_price, p_pickup_code, p_now
    );
    perform keep_answer(p_customer, p_key, p_hash, v_answer, p_now);
    v_answer := v_answer || jsonb_build_object('replayed', false);
  end if;
  return v_answer;
end $$;

create function decide_order(
  p_customer bigint, p_offering bigint, p_day date, p_canteen int, p_product bigint,
  p_quantity int, p_price bigint, p_pickup_code text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_account account;
  v_offering offering;
  v_unit_price bigint;
  v_price bigint;
  v_order bigint;
  v_balance bigint;
  v_remaining int;
begin
  if p_quantity is null or p_quantity < 1 or p_price is null then
    raise exception 'not an order: % portions for %', p_quantity, p_price using errcode = 'invalid_parameter_value';
  end if;
  select * into strict v_account from account where customer_id = p_customer for update;

  -- Held against a menu being stored: the dish cannot vanish between here and the order.
  select * into v_offering from offering where id = p_offering for key share;
  if not found or v_offering.day is distinct from p_day or v_offering.canteen_id is distinct from p_canteen
    or (p_product is not null and p_product <> v_offering.product_id) then
    return jsonb_build_object('verdict', 'unknown-dish');
  end if;
  if v_offering.state <> 'open' then
    return jsonb_build_object('verdict', 'not-orderable');
  end if;
  if p_now > v_offering.order_until then
    return jsonb_build_object('verdict', 'past-cut-off');
  end if;

  select unit_price into v_unit_price
  from offering_price join customer using (price_level)
  where offering_id = p_offering and customer.id = p_customer;
  if not found then
    return jsonb_build_object('verdict', 'not-orderable');
  end if;
  if p_quantity > 1 and not v_offering.allow_multiple_order then
    return jsonb_build_object('verdict', 'only-one');
  end if;

  -- Hundredths from 1/10,000, rounded half up, once and last (FMT-19).
  v_price := (v_unit_price * p_quantity + 50) / 100;
  -- Who was shown more pays the right price; who was shown less is asked (API-63, C27).
  if p_price < v_price then
    return jsonb_build_object('verdict', 'price-changed', 'price', v_price);
  end if;
  if v_account.balance - v_price < v_account.floor then
    return jsonb_build_object('verdict', 'insufficient-funds', 'price', v_price, 'balance', v_account.balance);
  end if;

  begin
    insert into orders (customer_id, offering_id, quantity, unit_price, price, placed_at, pickup_code)
    values (p_customer, p_offering, p_quantity, v_unit_price, v_price, p_now, p_pickup_code)
    returning id into v_order;
    v_balance := move_money(p_customer, -v_price, 'sales', 'order', v_order, 'customer', null, p_now);

    update stock set remaining = remaining - p_quantity
    where offering_id = p_offering and remaining >= p_quantity;
    if not found then
      raise exception 'sold out' using errcode = 'RF001';
    end if;
  exception when sqlstate 'RF001' then
    select remaining into strict v_remaining from stock where offering_id = p_offering;
    if v_remaining = 0 and exists (
      select from orders
      where offering_id = p_offering and state = 'placed' and offered_at is not null and customer_id <> p_customer
    ) then
      return jsonb_build_object('verdict', 'exchange-unavailable');
    end if;
    return jsonb_build_object('verdict', 'sold-out', 'remaining', v_remaining);
  end;
  return jsonb_build_object('verdict', 'ordered', 'orderId', v_order, 'price', v_price, 'balance', v_balance);
end $$;

create function cancel_order(p_customer bigint, p_order bigint, p_key text, p_hash bytea, p_now timestamptz)
returns jsonb language plpgsql as $$
declare
  v_answer jsonb := earlier_answer(p_customer, p_key, p_hash);
begin
  if v_answer is null then
    v_answer := decide_cancel(p_customer, p_order, p_now);
    perform keep_answer(p_customer, p_key, p_hash, v_answer, p_now);
    v_answer := v_answer || jsonb_build_object('replayed', false);
  end if;
  return v_answer;
end $$;

create function decide_cancel(p_customer bigint, p_order bigint, p_now timestamptz)
returns jsonb language plpgsql as $$
declare
  v_order orders;
  v_cancel_until timestamptz;
  v_balance bigint;
begin
  select * into v_order from orders where id = p_order and customer_id = p_customer for update;
  if not found then
    return jsonb_build_object('verdict', 'unknown-order');
  end if;
  if v_order.state = 'cancelled' then
    return jsonb_build_object('verdict', 'already-cancelled');
  end if;
  select cancel_until into strict v_cancel_until from offering where id = v_order.offering_id;
  if p_now > v_cancel_until or v_order.collected_at is not null then
    return jsonb_build_object('verdict', 'past-cut-off');
  end if;

  perform from account where customer_id = p_customer for update;
  update orders set state = 'cancelled', cancelled_at = p_now, offered_at = null where id = p_order;
  v_balance := move_money(p_customer, v_order.price, 'sales', 'cancel', p_order, 'customer', null, p_now);
  perform refresh_stock(v_order.offering_id);
  return jsonb_build_object(
    'verdict', 'cancelled', 'orderId', p_order, 'refunded', v_order.price, 'balance', v_balance
  );
end $$;

-- Portions left = capacity less orders, counted anew: a kitchen may have cut the capacity below what was sold,
-- and then a cancelled portion is not for sale again.
create function refresh_stock(p_offering bigint) returns void language plpgsql as $$
begin
  -- In a statement of its own: the count below must see the orders of those this lock waited for.
  perform from stock where offering_id = p_offering for update;
  update stock set remaining = greatest(0, capacity - (
    select coalesce(sum(quantity), 0) from orders where offering_id = p_offering and state = 'placed'
  ))
  where offering_id = p_offering;
end $$;

-- Puts money on an account, once for each reference.
create function credit_account(
  p_customer bigint, p_amount bigint, p_kind text, p_reference text, p_actor text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_balance bigint;
  v_earlier record;
begin
  if p_amount is null or p_amount <= 0 then
    raise exception 'not an amount to credit: %', p_amount using errcode = 'invalid_parameter_value';
  end if;
  select balance into strict v_balance from account where customer_id = p_customer for update;

  select t.customer_id, t.kind, e.amount into v_earlier
  from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.customer_id is not null
  where t.reference = p_reference;
  if found then
    if v_earlier.customer_id <> p_customer or v_earlier.amount <> p_amount or v_earlier.kind <> p_kind then
      return jsonb_build_object('verdict', 'reference-reused');
    end if;
    return jsonb_build_object('verdict', 'credited', 'balance', v_balance, 'replayed', true);
  end if;

  v_balance := move_money(p_customer, p_amount, 'cash', p_kind, null, p_actor, p_reference, p_now);
  return jsonb_build_object('verdict', 'credited', 'balance', v_balance, 'replayed', false);
end $$;
