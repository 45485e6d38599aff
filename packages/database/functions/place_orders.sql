-- Decides orders of different customers one after the other, and returns what became of each, in the same sequence. An
-- order that only other customers' offers can fill is `on-exchange`: take_portions decides it.
create or replace function place_orders(
  p_customers bigint[], p_offerings bigint[], p_days date[], p_canteens int[], p_products bigint[], p_quantities int[],
  p_modifiers jsonb[], p_prices bigint[], p_agreed_prices bigint[], p_agreed_portions int[], p_agreed_mains int[],
  p_keys text[], p_hashes bytea[], p_pickup_codes text[], p_moments timestamptz[]
) returns setof order_answer language plpgsql
  -- Plans look rows up by their keys, also when they are made while the tables are small. Batches of every size share one
  -- plan, since making a plan takes longer than deciding a small batch.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  v_facts order_facts[];
  v_locked int;
  v_earlier record;
  v_scarce record;
  v_place int;
  v_left int;
  v_offered int;
begin
  if 1 > any (p_quantities) or array_position(p_quantities, null) > 0 or array_position(p_prices, null) > 0 then
    raise exception 'not an order: fewer than one portion, or no price' using errcode = 'invalid_parameter_value';
  end if;

  -- Each lock is a statement of its own: the statements after it see what others committed while it waited. The customers
  -- differ, since two orders of one account would both be compared with the balance before either.
  perform from account where customer_id = any (p_customers) order by customer_id for no key update;
  get diagnostics v_locked = row_count;
  if v_locked <> cardinality(p_customers) then
    raise exception 'a customer of these orders has no account, or two orders'
      using errcode = 'invalid_parameter_value';
  end if;
  -- Whoever deletes or closes a dish waits for this lock.
  perform from stock where offering_id = any (p_offerings) order by offering_id for no key update;
  perform pause_point();

  v_facts := array(
    select row(facts.*)::order_facts
    from facts_of(
      p_customers, p_offerings, p_days, p_canteens, p_products, p_quantities, p_modifiers, p_prices, p_agreed_prices,
      p_agreed_portions, p_agreed_mains, p_keys, p_hashes, p_pickup_codes, p_moments
    ) facts
    order by facts.place
  );
  for v_earlier in select * from earlier_answers(p_customers, p_keys, p_hashes) loop
    v_facts[v_earlier.place].is_replay := true;
    v_facts[v_earlier.place].verdict := v_earlier.verdict;
    v_facts[v_earlier.place].order_id := v_earlier.order_id;
    v_facts[v_earlier.place].charge := v_earlier.amount;
    v_facts[v_earlier.place].balance := v_earlier.balance;
    v_facts[v_earlier.place].number := v_earlier.number;
  end loop;

  -- Where there are too few portions for all orders of a dish, each is decided by what the orders before it leave.
  for v_scarce in
    select array_agg(wanted.place order by wanted.place) as places
    from unnest(v_facts) wanted
    where not wanted.is_replay
    group by wanted.offering_id
    having count(*) > 1 and sum(wanted.quantity) > min(wanted.remaining)
  loop
    v_left := null;
    foreach v_place in array v_scarce.places loop
      v_left := coalesce(v_left, v_facts[v_place].remaining);
      v_offered := case
        when v_left = 0 or v_facts[v_place].placed_at > v_facts[v_place].order_until
        then portions_offered(
          v_facts[v_place].offering_id, v_facts[v_place].customer_id, p_modifiers[v_place]
        ) else 0
      end;
      v_facts[v_place].verdict := verdict_on(v_facts[v_place], v_left, v_offered);
      if v_facts[v_place].verdict = 'ordered' then
        v_left := v_left - v_facts[v_place].quantity;
      else
        v_facts[v_place].remaining := v_left;
        v_facts[v_place].offered := v_offered;
      end if;
    end loop;
  end loop;

  return query
    with decided as materialized (
      select facts.place, facts.customer_id, facts.offering_id, facts.day, facts.quantity, facts.price_level,
        facts.unit_price, facts.charge, facts.tax_subsidy, facts.non_tax_subsidy, facts.placed_at, facts.pickup_code,
        facts.key, facts.request_hash, facts.modifiers, facts.remaining, facts.verdict, facts.is_replay,
        facts.verdict = 'ordered' and not facts.is_replay as is_new,
        case
          when facts.verdict = 'ordered' and not facts.is_replay then nextval('orders_id_seq') else facts.order_id
        end as order_id,
        case
          when facts.verdict in ('ordered', 'insufficient-funds', 'question-price', 'question-portions', 'question-mains')
            or facts.is_replay
          then facts.charge
        end as amount,
        case
          when facts.is_replay or facts.verdict = 'insufficient-funds' then facts.balance
          when facts.verdict = 'ordered' then facts.balance - facts.charge
        end as balance,
        case when facts.is_replay then facts.number else number_of(row(facts.*)::order_facts) end as number
      from unnest(v_facts) facts
    ), placed as (
      insert into orders (
        id, customer_id, offering_id, day, quantity, price_level, unit_price, price, tax_subsidy, non_tax_subsidy,
        placed_at, pickup_code, key, request_hash, modifiers
      )
      overriding system value
      select order_id, customer_id, offering_id, day, quantity, price_level, unit_price, charge, tax_subsidy,
        non_tax_subsidy, placed_at, pickup_code, key, request_hash, modifiers
      from decided where is_new
    ), charged as (
      insert into movement (
        customer_id, kind, order_id, amount, sales, tax_subsidy, non_tax_subsidy, balance, actor, occurred_at
      )
      select customer_id, 'order', order_id, -charge, charge + tax_subsidy + non_tax_subsidy, -tax_subsidy,
        -non_tax_subsidy, balance, 'customer', placed_at
      from decided where is_new
    ), paid as (
      update account set balance = decided.balance
      from decided where decided.is_new and account.customer_id = decided.customer_id
    ), sold as (
      update stock set sold = stock.sold + sale.portions
      from (
        select offering_id, sum(quantity)::int as portions from decided where is_new group by offering_id
      ) sale
      where stock.offering_id = sale.offering_id
    ), refused as (
      -- A question is not kept: the call comes again with the customer's answer to it.
      insert into idempotency_answer (
        customer_id, key, request_hash, verdict, amount, balance, number, created_at
      )
      select customer_id, key, request_hash, verdict, amount, balance, number, placed_at
      from decided
      where not is_replay and not is_new
        and verdict not in ('question-price', 'question-portions', 'question-mains', 'on-exchange')
    )
    select verdict, is_replay, order_id, amount, balance, number,
      case
        when is_new then remaining - (sum(quantity) filter (where is_new) over (
          partition by offering_id order by place
        ))::int
      end
    from decided order by place;
end $$;
