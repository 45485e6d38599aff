-- Orders are decided together: those that reach a process while its last ones are being written share one call,
-- one wait for the dish that everybody wants, and one flush. A single order is a batch of one.

drop function place_order(bigint, bigint, date, int, bigint, int, bigint, text, bytea, text, timestamptz);
drop function decide_order(bigint, bigint, date, int, bigint, int, bigint, text, timestamptz);

-- The portions a customer already has of a dish.
create index orders_customer_offering on orders (customer_id, offering_id) where state = 'placed';

-- An order of one dish. Its price is what the customer was shown for all portions; he was asked about, and agreed
-- to, another price or so many portions in all, or neither.
create type order_request as (
  customer_id bigint,
  offering_id bigint,
  day date,
  canteen_id int,
  product_id bigint,
  quantity int,
  price bigint,
  agreed_price bigint,
  agreed_portions int,
  key text,
  request_hash bytea,
  pickup_code text,
  placed_at timestamptz
);

-- Decides orders of different customers in their sequence, as if each came alone, and answers their verdicts.
create function place_orders(p_orders order_request[]) returns jsonb[] language plpgsql as $$
declare
  v_earlier jsonb[];
  v_verdicts jsonb[] := array_fill(null::jsonb, array[cardinality(p_orders)]);
  v_taken int[] := array_fill(0, array[cardinality(p_orders)]);
  v_accepted bigint[] := '{}';
  v_unit_prices bigint[] := '{}';
  v_prices bigint[] := '{}';
  v_order record;
  v_left int;
begin
  if exists (select from unnest(p_orders) where (quantity >= 1 and price is not null) is not true) then
    raise exception 'not an order: fewer than one portion, or no price' using errcode = 'invalid_parameter_value';
  end if;
  -- Two orders of one account would both be held against the balance before either.
  if exists (select from unnest(p_orders) group by customer_id having count(*) > 1) then
    raise exception 'two orders of one customer in a batch' using errcode = 'invalid_parameter_value';
  end if;

  v_earlier := array(
    select earlier_answer(customer_id, key, request_hash) from unnest(p_orders) with ordinality order by ordinality
  );

  -- In statements of their own: what is read below must see what those did whom these locks waited for.
  perform from account where customer_id in (
    select customer_id from unnest(p_orders) with ordinality where v_earlier[ordinality] is null
  ) order by customer_id for update;
  -- Held against a menu being stored: the dish cannot vanish between here and the order.
  perform from offering where id in (
    select offering_id from unnest(p_orders) with ordinality where v_earlier[ordinality] is null
  ) order by id for key share;
  perform from stock where offering_id in (
    select offering_id from unnest(p_orders) with ordinality where v_earlier[ordinality] is null
  ) order by offering_id for update;

  for v_order in
    select wanted.*, account.balance, account.floor, offering.state, offering.order_until,
      offering.allow_multiple_order, offering_price.unit_price, stock.remaining,
      -- Hundredths from 1/10,000, rounded half up, once and last (FMT-19).
      (offering_price.unit_price * wanted.quantity + 50) / 100 as charge,
      (
        select coalesce(sum(orders.quantity), 0)
        from orders
        where orders.customer_id = wanted.customer_id and orders.offering_id = wanted.offering_id
          and orders.state = 'placed'
      ) + wanted.quantity as portions,
      -- Where the batch counts what it took of this dish.
      min(wanted.ordinality) over (partition by wanted.offering_id) as counter
    from unnest(p_orders) with ordinality wanted
    join customer on customer.id = wanted.customer_id
    join account on account.customer_id = wanted.customer_id
    left join offering on offering.id = wanted.offering_id and offering.day = wanted.day
      and offering.canteen_id = wanted.canteen_id
      and offering.product_id = coalesce(wanted.product_id, offering.product_id)
    left join stock on stock.offering_id = offering.id
    left join offering_price on offering_price.offering_id = offering.id
      and offering_price.price_level = customer.price_level
    where v_earlier[wanted.ordinality] is null
    order by wanted.ordinality
  loop
    v_left := v_order.remaining - v_taken[v_order.counter];
    -- What must be refused is refused before anything is asked. Who was shown more pays the right price; who was
    -- shown less is asked (API-63, C27). An answer holds for what it names only (D4).
    v_verdicts[v_order.ordinality] := case
      when v_order.state is null then jsonb_build_object('verdict', 'unknown-dish')
      when v_order.state <> 'open' then jsonb_build_object('verdict', 'not-orderable')
      when v_order.placed_at > v_order.order_until then jsonb_build_object('verdict', 'past-cut-off')
      when v_order.unit_price is null then jsonb_build_object('verdict', 'not-orderable')
      when v_order.quantity > 1 and not v_order.allow_multiple_order then jsonb_build_object('verdict', 'only-one')
      when v_order.balance - v_order.charge < v_order.floor then
        jsonb_build_object('verdict', 'insufficient-funds', 'price', v_order.charge, 'balance', v_order.balance)
      when v_left = 0 and exists (
        select from orders
        where offering_id = v_order.offering_id and state = 'placed' and offered_at is not null
          and customer_id <> v_order.customer_id
      ) then jsonb_build_object('verdict', 'exchange-unavailable')
      when v_left < v_order.quantity then jsonb_build_object('verdict', 'sold-out', 'remaining', v_left)
      when v_order.charge > v_order.price and v_order.charge is distinct from v_order.agreed_price then
        jsonb_build_object('verdict', 'question', 'about', 'price', 'price', v_order.charge)
      when v_order.portions > v_order.quantity and v_order.portions is distinct from v_order.agreed_portions then
        jsonb_build_object('verdict', 'question', 'about', 'portions', 'portions', v_order.portions)
      else jsonb_build_object('verdict', 'ordered', 'price', v_order.charge)
    end;
    if v_verdicts[v_order.ordinality] ->> 'verdict' = 'ordered' then
      v_taken[v_order.counter] := v_taken[v_order.counter] + v_order.quantity;
      v_accepted := v_accepted || v_order.ordinality;
      v_unit_prices := v_unit_prices || v_order.unit_price;
      v_prices := v_prices || v_order.charge;
    end if;
  end loop;

  for v_order in
    with accepted as (
      select wanted.*, decided.unit_price, decided.charge
      from unnest(v_accepted, v_unit_prices, v_prices) as decided (ordinality, unit_price, charge)
      join unnest(p_orders) with ordinality wanted using (ordinality)
    ), placed as (
      insert into orders (customer_id, offering_id, quantity, unit_price, price, placed_at, pickup_code)
      select customer_id, offering_id, quantity, unit_price, charge, placed_at, pickup_code
      from accepted order by ordinality
      returning id, customer_id, price, placed_at
    ), recorded as (
      insert into ledger_transaction (kind, customer_id, order_id, actor, occurred_at)
      select 'order', customer_id, id, 'customer', placed_at from placed order by id
      returning id, customer_id
    ), moved as (
      -- A dish may be free of charge: nothing moves, but the transaction is the record of it.
      insert into ledger_entry (transaction_id, customer_id, system_account, amount)
      select recorded.id, entry.*
      from recorded join placed using (customer_id)
      cross join lateral (values (customer_id, null, -price), (null, 'sales', price)) entry
      where price <> 0 order by recorded.id
    ), charged as (
      update account set balance = balance - price
      from placed where account.customer_id = placed.customer_id
      returning account.customer_id, account.balance
    ), sold as (
      update stock set remaining = remaining - portions
      from (select offering_id, sum(quantity) as portions from accepted group by offering_id) sale
      where stock.offering_id = sale.offering_id
    )
    select ordinality, placed.id, charged.balance
    from accepted join placed using (customer_id) join charged using (customer_id)
  loop
    v_verdicts[v_order.ordinality] := v_verdicts[v_order.ordinality]
      || jsonb_build_object('orderId', v_order.id, 'balance', v_order.balance);
  end loop;

  -- A question is no answer: the call comes again with what was said to it (API-59).
  insert into idempotency_answer (customer_id, key, request_hash, answer, created_at)
  select customer_id, key, request_hash, v_verdicts[ordinality], placed_at
  from unnest(p_orders) with ordinality
  where v_earlier[ordinality] is null and v_verdicts[ordinality] ->> 'verdict' <> 'question';

  return array(
    select coalesce(v_earlier[n], v_verdicts[n] || jsonb_build_object('replayed', false))
    from generate_subscripts(p_orders, 1) n order by n
  );
end $$;
