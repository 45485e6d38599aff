-- Whatever an order will be written with is known once it is decided, its numbers too: nothing has to be asked back
-- from what was written, which cost a batch more than the writing.
alter type order_facts
  add attribute day date,
  add attribute pickup_code text,
  add attribute order_id bigint,
  add attribute transaction_id bigint;

-- As in 0052, with what the order is written with.
create or replace function facts_of(p_orders order_request[]) returns setof order_facts language sql stable as $$
  select wanted.ordinality, wanted.customer_id, wanted.offering_id, wanted.quantity, wanted.price,
    wanted.agreed_price, wanted.agreed_portions, wanted.agreed_mains, wanted.placed_at,
    offering.state, offering.order_until, offering.exchange_until, offering.allow_multiple_order,
    canteen.most_of_dish, canteen.most_of_day, offering_price.unit_price,
    order_price(offering_price.unit_price, wanted.quantity),
    order_price(offering_price.tax_subsidy, wanted.quantity),
    order_price(offering_price.non_tax_subsidy, wanted.quantity),
    account.balance, account.floor, stock.remaining, had.of_dish, had.of_day, had.mains,
    min(wanted.ordinality) over (partition by wanted.offering_id),
    wanted.day, wanted.pickup_code, null::bigint, null::bigint
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
    select coalesce(sum(orders.quantity) filter (where orders.state = 'placed' and dish.id = offering.id), 0)::int as of_dish,
      coalesce(sum(orders.quantity) filter (where orders.state = 'placed' and dish.canteen_id = offering.canteen_id), 0)::int as of_day,
      -- At one time: without times of handing out, all day.
      count(distinct dish.id) filter (
        where orders.state = 'placed' and dish.id <> offering.id and dish.is_main and offering.is_main
          and coalesce(dish.pickup_from, '-infinity') < coalesce(offering.pickup_to, 'infinity')
          and coalesce(offering.pickup_from, '-infinity') < coalesce(dish.pickup_to, 'infinity')
      )::int as mains
    from orders join offering dish on dish.id = orders.offering_id
    where orders.customer_id = wanted.customer_id and orders.day = wanted.day
  ) had
$$;

-- Decides orders of different customers in their sequence, as if each came alone, and answers their verdicts. What
-- only others have to give is `on-exchange`, for take_portions to decide.
create or replace function place_orders(p_orders order_request[]) returns jsonb[] language plpgsql
  -- As in 0011: orders look up rows by their keys. One plan for batches of every size, since making one takes longer
  -- than a small batch.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_earlier jsonb[];
  v_verdicts jsonb[] := array_fill(null::jsonb, array[cardinality(p_orders)]);
  v_taken int[] := array_fill(0, array[cardinality(p_orders)]);
  v_accepted order_facts[] := '{}';
  v_facts order_facts;
  v_verdict jsonb;
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
    v_verdict := verdict_of(v_facts, v_left, v_offered);
    if v_verdict ->> 'verdict' = 'ordered' then
      v_taken[v_facts.counter] := v_taken[v_facts.counter] + v_facts.quantity;
      v_facts.order_id := nextval('orders_id_seq');
      v_facts.transaction_id := nextval('ledger_transaction_id_seq');
      v_accepted := v_accepted || v_facts;
      v_verdict := v_verdict
        || jsonb_build_object('orderId', v_facts.order_id, 'balance', v_facts.balance - v_facts.charge);
    end if;
    v_verdicts[v_facts.ordinality] := v_verdict;
  end loop;

  with accepted as materialized (
    select * from unnest(v_accepted)
  ), placed as (
    insert into orders (
      id, customer_id, offering_id, day, quantity, unit_price, price, tax_subsidy, non_tax_subsidy, placed_at,
      pickup_code
    )
    overriding system value
    select order_id, customer_id, offering_id, day, quantity, unit_price, charge, tax_subsidy, non_tax_subsidy,
      placed_at, pickup_code
    from accepted
  ), recorded as (
    insert into ledger_transaction (id, kind, customer_id, order_id, actor, occurred_at)
    overriding system value
    select transaction_id, 'order', customer_id, order_id, 'customer', placed_at from accepted
  ), moved as (
    insert into ledger_entry (transaction_id, customer_id, system_account, amount)
    select transaction_id, side.*
    from accepted cross join lateral (values
      (customer_id, null, -charge),
      (null, 'tax-subsidy', -tax_subsidy),
      (null, 'non-tax-subsidy', -non_tax_subsidy),
      (null, 'sales', charge + tax_subsidy + non_tax_subsidy)
    ) side (customer_id, system_account, amount)
    -- A dish may be free of charge: nothing moves, but the transaction is the record of it.
    where side.amount <> 0
  ), charged as (
    update account set balance = account.balance - charge from accepted where account.customer_id = accepted.customer_id
  )
  update stock set remaining = stock.remaining - sale.portions
  from (select offering_id, sum(quantity) as portions from accepted group by offering_id) sale
  where stock.offering_id = sale.offering_id;

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

-- Asked for each row of a batch, and answered before: an entry has the customer of its transaction (I14), who has to
-- exist; a kept answer that of the account its order has locked, and goes after two days.
alter table ledger_entry drop constraint ledger_entry_customer_id_fkey;
alter table idempotency_answer drop constraint idempotency_answer_customer_id_fkey;

-- Entries of system accounts are of nobody.
drop index ledger_entry_customer;
create index ledger_entry_customer on ledger_entry (customer_id, id) where customer_id is not null;
