-- Nothing. The races of the harness put a pause in its place, so that calls meet where they would seldom meet.
create function pause_point() returns void language plpgsql as $$
begin
end $$;

-- Main dishes at one time that the customer agreed to.
alter type order_request add attribute agreed_mains int;

-- Whatever an order is decided by.
create type order_facts as (
  ordinality bigint,
  customer_id bigint,
  offering_id bigint,
  quantity int,
  shown bigint,
  agreed_price bigint,
  agreed_portions int,
  agreed_mains int,
  placed_at timestamptz,
  state text,
  order_until timestamptz,
  exchange_until timestamptz,
  allow_multiple_order boolean,
  most_of_dish int,
  most_of_day int,
  unit_price bigint,
  charge bigint,
  tax_subsidy bigint,
  non_tax_subsidy bigint,
  balance bigint,
  floor bigint,
  remaining int,
  -- Portions of the dish that the customer has, and of the canteen on that day.
  of_dish int,
  of_day int,
  -- Other main dishes he has at that time, where the dish is a main one too.
  mains int,
  -- Where a batch counts what it took of the dish.
  counter bigint
);

-- Hundredths from 1/10,000, rounded half up, once and last (FMT-19).
create function order_price(p_unit_price bigint, p_quantity int) returns bigint language sql immutable as $$
  select (p_unit_price * p_quantity + 50) / 100
$$;

-- To be asked after the locks, in a statement of its own.
create function facts_of(p_orders order_request[]) returns setof order_facts language sql stable as $$
  select wanted.ordinality, wanted.customer_id, wanted.offering_id, wanted.quantity, wanted.price,
    wanted.agreed_price, wanted.agreed_portions, wanted.agreed_mains, wanted.placed_at,
    offering.state, offering.order_until, offering.exchange_until, offering.allow_multiple_order,
    canteen.most_of_dish, canteen.most_of_day, offering_price.unit_price,
    order_price(offering_price.unit_price, wanted.quantity),
    order_price(offering_price.tax_subsidy, wanted.quantity),
    order_price(offering_price.non_tax_subsidy, wanted.quantity),
    account.balance, account.floor, stock.remaining, had.of_dish, had.of_day, had.mains,
    min(wanted.ordinality) over (partition by wanted.offering_id)
  from unnest(p_orders) with ordinality wanted
  join customer on customer.id = wanted.customer_id
  join account on account.customer_id = wanted.customer_id
  left join offering on offering.id = wanted.offering_id and offering.day = wanted.day
    and offering.canteen_id = wanted.canteen_id
    and offering.product_id = coalesce(wanted.product_id, offering.product_id)
  left join canteen on canteen.id = offering.canteen_id
  left join stock on stock.offering_id = offering.id
  left join offering_price on offering_price.offering_id = offering.id
    and offering_price.price_level = customer.price_level
  cross join lateral (
    select coalesce(sum(orders.quantity) filter (where dish.id = offering.id), 0)::int as of_dish,
      coalesce(sum(orders.quantity) filter (where dish.canteen_id = offering.canteen_id), 0)::int as of_day,
      -- At one time: without times of handing out, all day.
      count(distinct dish.id) filter (
        where dish.id <> offering.id and dish.is_main and offering.is_main
          and coalesce(dish.pickup_from, '-infinity') < coalesce(offering.pickup_to, 'infinity')
          and coalesce(offering.pickup_from, '-infinity') < coalesce(dish.pickup_to, 'infinity')
      )::int as mains
    from orders join offering dish on dish.id = orders.offering_id
    where orders.customer_id = wanted.customer_id and orders.day = wanted.day and orders.state = 'placed'
  ) had
$$;

-- Portions of a dish that others than this customer offer.
create function portions_offered(p_offering bigint, p_taker bigint) returns int language sql stable as $$
  select coalesce(sum(quantity), 0)::int from orders
  where offering_id = p_offering and state = 'placed' and offered_at is not null and customer_id <> p_taker
$$;

-- What becomes of an order when so many portions are left and others offer so many. What must be refused is refused
-- before anything is asked. Who was shown more pays the right price; who was shown less is asked (API-63, C27). An
-- answer holds for what it names only (D4).
create function verdict_of(p order_facts, p_left int, p_offered int) returns jsonb language plpgsql immutable as $$
declare
  -- From the kitchen while there is any and it takes orders; from others when not.
  v_is_exchange boolean :=
    p_offered > 0 and p.placed_at <= p.exchange_until and (p_left = 0 or p.placed_at > p.order_until);
begin
  return case
    -- Taken off the menu is gone, though its orders stand.
    when p.state is null or p.state = 'withdrawn' then jsonb_build_object('verdict', 'unknown-dish')
    when p.state <> 'open' then jsonb_build_object('verdict', 'not-orderable')
    when p.placed_at > p.order_until and not v_is_exchange then jsonb_build_object('verdict', 'past-cut-off')
    when p.unit_price is null then jsonb_build_object('verdict', 'not-orderable')
    when p.quantity > 1 and not p.allow_multiple_order then jsonb_build_object('verdict', 'only-one')
    when p.of_dish + p.quantity > p.most_of_dish then
      jsonb_build_object('verdict', 'over-limit', 'of', 'dish', 'most', p.most_of_dish)
    when p.of_day + p.quantity > p.most_of_day then
      jsonb_build_object('verdict', 'over-limit', 'of', 'day', 'most', p.most_of_day)
    when p.balance - p.charge < p.floor then
      jsonb_build_object('verdict', 'insufficient-funds', 'price', p.charge, 'balance', p.balance)
    when v_is_exchange and p_offered < p.quantity then
      jsonb_build_object('verdict', 'sold-out', 'remaining', p_offered)
    when not v_is_exchange and p_left < p.quantity then
      jsonb_build_object('verdict', 'sold-out', 'remaining', p_left)
    when p.charge > p.shown and p.charge is distinct from p.agreed_price then
      jsonb_build_object('verdict', 'question', 'about', 'price', 'price', p.charge)
    when p.of_dish > 0 and p.of_dish + p.quantity is distinct from p.agreed_portions then
      jsonb_build_object('verdict', 'question', 'about', 'portions', 'portions', p.of_dish + p.quantity)
    when p.of_dish = 0 and p.mains > 0 and p.mains + 1 is distinct from p.agreed_mains then
      jsonb_build_object('verdict', 'question', 'about', 'mains', 'mains', p.mains + 1)
    when v_is_exchange then jsonb_build_object('verdict', 'on-exchange')
    else jsonb_build_object('verdict', 'ordered', 'price', p.charge)
  end;
end $$;

-- Decides orders of different customers in their sequence, as if each came alone, and answers their verdicts. What
-- only others have to give is `on-exchange`, for take_portions to decide.
create or replace function place_orders(p_orders order_request[]) returns jsonb[] language plpgsql as $$
declare
  v_earlier jsonb[];
  v_verdicts jsonb[] := array_fill(null::jsonb, array[cardinality(p_orders)]);
  v_taken int[] := array_fill(0, array[cardinality(p_orders)]);
  v_accepted order_facts[] := '{}';
  v_facts order_facts;
  v_order record;
  v_left int;
  v_offered int;
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
  perform pause_point();

  for v_facts in select * from facts_of(p_orders) facts where v_earlier[facts.ordinality] is null order by facts.ordinality
  loop
    v_left := v_facts.remaining - v_taken[v_facts.counter];
    v_offered := case
      when v_left = 0 or v_facts.placed_at > v_facts.order_until
      then portions_offered(v_facts.offering_id, v_facts.customer_id) else 0
    end;
    v_verdicts[v_facts.ordinality] := verdict_of(v_facts, v_left, v_offered);
    if v_verdicts[v_facts.ordinality] ->> 'verdict' = 'ordered' then
      v_taken[v_facts.counter] := v_taken[v_facts.counter] + v_facts.quantity;
      v_accepted := v_accepted || v_facts;
    end if;
  end loop;

  for v_order in
    with accepted as (
      select wanted.*, facts.unit_price, facts.charge, facts.tax_subsidy, facts.non_tax_subsidy
      from unnest(v_accepted) facts join unnest(p_orders) with ordinality wanted using (ordinality)
    ), placed as (
      insert into orders (
        customer_id, offering_id, day, quantity, unit_price, price, tax_subsidy, non_tax_subsidy, placed_at, pickup_code
      )
      select customer_id, offering_id, day, quantity, unit_price, charge, tax_subsidy, non_tax_subsidy, placed_at,
        pickup_code
      from accepted order by ordinality
      returning id, customer_id, price, tax_subsidy, non_tax_subsidy, placed_at
    ), recorded as (
      insert into ledger_transaction (kind, customer_id, order_id, actor, occurred_at)
      select 'order', customer_id, id, 'customer', placed_at from placed order by id
      returning id, customer_id
    ), moved as (
      insert into ledger_entry (transaction_id, customer_id, system_account, amount)
      select recorded.id, side.*
      from recorded join placed using (customer_id)
      cross join lateral (values
        (customer_id, null, -price),
        (null, 'tax-subsidy', -tax_subsidy),
        (null, 'non-tax-subsidy', -non_tax_subsidy),
        (null, 'sales', price + tax_subsidy + non_tax_subsidy)
      ) side (customer_id, system_account, amount)
      -- A dish may be free of charge: nothing moves, but the transaction is the record of it.
      where side.amount <> 0 order by recorded.id
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
  where v_earlier[ordinality] is null and v_verdicts[ordinality] ->> 'verdict' not in ('question', 'on-exchange');

  return array(
    select coalesce(v_earlier[n], v_verdicts[n] || jsonb_build_object('replayed', false))
    from generate_subscripts(p_orders, 1) n order by n
  );
end $$;

-- Records money that moves with an order: to the customer and the subsidies when positive, from them when negative,
-- and the sum of it from or to the sales. Answers the new balance. The account row must be locked already.
create function move_order_money(
  p_customer bigint, p_order bigint, p_kind text, p_price bigint, p_tax_subsidy bigint, p_non_tax_subsidy bigint,
  p_actor text, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_transaction bigint;
  v_balance bigint;
begin
  insert into ledger_transaction (kind, customer_id, order_id, actor, occurred_at)
  values (p_kind, p_customer, p_order, p_actor, p_now)
  returning id into v_transaction;
  insert into ledger_entry (transaction_id, customer_id, system_account, amount)
  select v_transaction, side.*
  from (values
    (p_customer, null, p_price),
    (null, 'tax-subsidy', p_tax_subsidy),
    (null, 'non-tax-subsidy', p_non_tax_subsidy),
    (null, 'sales', -(p_price + p_tax_subsidy + p_non_tax_subsidy))
  ) side (customer_id, system_account, amount)
  where side.amount <> 0;
  update account set balance = balance + p_price where customer_id = p_customer returning balance into v_balance;
  return v_balance;
end $$;

-- Orders portions that others offer, whoever offered first giving first; an order of several portions gives them one by
-- one. Each giver gets back what he paid for his, the taker pays the price of his own level, and the difference is the
-- subsidies', since the kitchen sold the portion once (C28).
create function take_portions(p_orders order_request[]) returns jsonb language plpgsql as $$
declare
  v_request order_request := p_orders[1];
  v_answer jsonb := earlier_answer(v_request.customer_id, v_request.key, v_request.request_hash);
begin
  if v_answer is null then
    v_answer := decide_take(v_request);
    if v_answer ->> 'verdict' <> 'question' then
      perform keep_answer(
        v_request.customer_id, v_request.key, v_request.request_hash, v_answer, v_request.placed_at
      );
    end if;
    v_answer := v_answer || jsonb_build_object('replayed', false);
  end if;
  return v_answer;
end $$;

create function decide_take(p_request order_request) returns jsonb language plpgsql as $$
declare
  v_offers orders[];
  v_offer orders;
  v_facts order_facts;
  v_answer jsonb;
  v_order bigint;
  v_left int := p_request.quantity;
  v_part int;
  v_rest int;
  v_refund bigint;
  v_tax bigint;
  v_non_tax bigint;
  v_worth bigint := 0;
  v_balance bigint;
begin
  -- Who is at an offer already will have it: the next one takes the next, and nobody waits.
  v_offers := array(
    select orders from orders
    where offering_id = p_request.offering_id and state = 'placed' and offered_at is not null
      and customer_id <> p_request.customer_id
    order by offered_at, id limit p_request.quantity for update skip locked
  );
  perform pause_point();
  perform from account where customer_id = p_request.customer_id
    or customer_id in (select customer_id from unnest(v_offers))
  order by customer_id for update;
  perform from offering where id = p_request.offering_id for key share;

  select * into v_facts from facts_of(array[p_request]);
  if not found then
    raise exception 'customer % has no account', p_request.customer_id;
  end if;
  v_answer := verdict_of(v_facts, 0, (select coalesce(sum(quantity), 0)::int from unnest(v_offers)));
  if v_answer ->> 'verdict' <> 'on-exchange' then
    return v_answer;
  end if;

  insert into orders (
    customer_id, offering_id, day, quantity, unit_price, price, tax_subsidy, non_tax_subsidy, placed_at, pickup_code
  )
  values (
    p_request.customer_id, p_request.offering_id, p_request.day, p_request.quantity, v_facts.unit_price, v_facts.charge,
    v_facts.tax_subsidy, v_facts.non_tax_subsidy, p_request.placed_at, p_request.pickup_code
  )
  returning id into v_order;

  foreach v_offer in array v_offers loop
    exit when v_left = 0;
    v_part := least(v_offer.quantity, v_left);
    v_rest := v_offer.quantity - v_part;
    v_left := v_left - v_part;
    -- What the rest costs stays, so that the parts add up to the whole.
    v_refund := v_offer.price - order_price(v_offer.unit_price, v_rest);
    v_tax := v_offer.tax_subsidy - v_offer.tax_subsidy * v_rest / v_offer.quantity;
    v_non_tax := v_offer.non_tax_subsidy - v_offer.non_tax_subsidy * v_rest / v_offer.quantity;
    update orders set quantity = v_rest, price = price - v_refund, tax_subsidy = tax_subsidy - v_tax,
      non_tax_subsidy = non_tax_subsidy - v_non_tax,
      state = case v_rest when 0 then 'exchanged' else state end,
      offered_at = case v_rest when 0 then null else offered_at end
    where id = v_offer.id;
    perform move_order_money(
      v_offer.customer_id, v_offer.id, 'exchange', v_refund, v_tax, v_non_tax, 'exchange', p_request.placed_at
    );
    insert into exchange (given_order_id, taken_order_id, giver_id, quantity, refunded, exchanged_at)
    values (v_offer.id, v_order, v_offer.customer_id, v_part, v_refund, p_request.placed_at);
    insert into outbox (customer_id, kind, content, created_at)
    values (
      v_offer.customer_id, 'exchanged',
      jsonb_build_object('orderId', v_offer.id, 'quantity', v_part, 'refunded', v_refund), p_request.placed_at
    );
    v_worth := v_worth + v_refund + v_tax + v_non_tax;
  end loop;

  -- The kitchen gets from the taker what it gave back for the givers, no more and no less.
  update orders set non_tax_subsidy = v_worth - price - tax_subsidy where id = v_order;
  v_balance := move_order_money(
    p_request.customer_id, v_order, 'order', -v_facts.charge, -v_facts.tax_subsidy,
    -(v_worth - v_facts.charge - v_facts.tax_subsidy), 'customer', p_request.placed_at
  );
  return jsonb_build_object('verdict', 'ordered', 'price', v_facts.charge, 'orderId', v_order, 'balance', v_balance);
end $$;

drop function cancel_order(bigint, bigint, text, bytea, timestamptz);
drop function decide_cancel(bigint, bigint, timestamptz);

-- p_given_up is the order of a sold-out dish that the customer agreed to give up.
create function cancel_order(
  p_customer bigint, p_order bigint, p_given_up bigint, p_key text, p_hash bytea, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_answer jsonb := earlier_answer(p_customer, p_key, p_hash);
begin
  if v_answer is null then
    v_answer := decide_cancel(p_customer, p_order, p_given_up, p_now);
    if v_answer ->> 'verdict' <> 'question' then
      perform keep_answer(p_customer, p_key, p_hash, v_answer, p_now);
    end if;
    v_answer := v_answer || jsonb_build_object('replayed', false);
  end if;
  return v_answer;
end $$;

-- Nobody gets a portion of a sold-out dish again once it is gone.
create function has_to_ask(p_order bigint, p_offering bigint, p_given_up bigint) returns boolean language sql stable as $$
  select p_given_up is distinct from p_order and remaining = 0 from stock where offering_id = p_offering
$$;

create function decide_cancel(p_customer bigint, p_order bigint, p_given_up bigint, p_now timestamptz)
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
  if v_order.state <> 'placed' then
    return jsonb_build_object('verdict', 'already-' || v_order.state);
  end if;
  select cancel_until into strict v_cancel_until from offering where id = v_order.offering_id;
  if p_now > v_cancel_until or v_order.collected_at is not null then
    return jsonb_build_object('verdict', 'past-cut-off');
  end if;
  if has_to_ask(p_order, v_order.offering_id, p_given_up) then
    return jsonb_build_object('verdict', 'question', 'about', 'giveUp', 'giveUp', p_order);
  end if;

  perform pause_point();
  perform from account where customer_id = p_customer for update;
  update orders set state = 'cancelled', cancelled_at = p_now, offered_at = null where id = p_order;
  v_balance := move_order_money(
    p_customer, p_order, 'cancel', v_order.price, v_order.tax_subsidy, v_order.non_tax_subsidy, 'customer', p_now
  );
  perform refresh_stock(v_order.offering_id);
  return jsonb_build_object(
    'verdict', 'cancelled', 'orderId', p_order, 'refunded', v_order.price, 'balance', v_balance
  );
end $$;

-- Offers an order to others; one that is offered already is taken back (C26).
create function exchange_order(
  p_customer bigint, p_order bigint, p_given_up bigint, p_key text, p_hash bytea, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_answer jsonb := earlier_answer(p_customer, p_key, p_hash);
begin
  if v_answer is null then
    v_answer := decide_exchange(p_customer, p_order, p_given_up, p_now);
    if v_answer ->> 'verdict' <> 'question' then
      perform keep_answer(p_customer, p_key, p_hash, v_answer, p_now);
    end if;
    v_answer := v_answer || jsonb_build_object('replayed', false);
  end if;
  return v_answer;
end $$;

create function decide_exchange(p_customer bigint, p_order bigint, p_given_up bigint, p_now timestamptz)
returns jsonb language plpgsql as $$
declare
  v_order orders;
  v_offering offering;
begin
  select * into v_order from orders where id = p_order and customer_id = p_customer for update;
  if not found then
    return jsonb_build_object('verdict', 'unknown-order');
  end if;
  if v_order.state <> 'placed' then
    return jsonb_build_object('verdict', 'already-' || v_order.state);
  end if;
  select * into strict v_offering from offering where id = v_order.offering_id;
  if p_now > v_offering.exchange_until or v_order.collected_at is not null then
    return jsonb_build_object('verdict', 'past-cut-off');
  end if;
  perform pause_point();
  if v_order.offered_at is not null then
    update orders set offered_at = null where id = p_order;
    return jsonb_build_object('verdict', 'withdrawn', 'orderId', p_order);
  end if;
  if p_now <= v_offering.cancel_until then
    return jsonb_build_object('verdict', 'cancellable');
  end if;
  if has_to_ask(p_order, v_order.offering_id, p_given_up) then
    return jsonb_build_object('verdict', 'question', 'about', 'giveUp', 'giveUp', p_order);
  end if;
  update orders set offered_at = p_now where id = p_order;
  return jsonb_build_object('verdict', 'offered', 'orderId', p_order);
end $$;

-- As in 0011: orders look up rows by their keys.
alter function take_portions(order_request[]) set enable_seqscan = off;
alter function take_portions(order_request[]) set enable_hashjoin = off;
alter function take_portions(order_request[]) set enable_mergejoin = off;
alter function cancel_order(bigint, bigint, bigint, text, bytea, timestamptz) set enable_seqscan = off;
alter function exchange_order(bigint, bigint, bigint, text, bytea, timestamptz) set enable_seqscan = off;
