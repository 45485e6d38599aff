-- Returns what each order is decided by, and the verdict on it as if it came alone. Call it after the locks, in a statement
-- of its own, so that it sees what others committed meanwhile. Left joins from the input fix the order of the joins.
create or replace function facts_of(
  p_customers bigint[], p_offerings bigint[], p_days date[], p_canteens int[], p_products bigint[], p_quantities int[],
  p_modifiers jsonb[], p_prices bigint[], p_agreed_prices bigint[], p_agreed_portions int[], p_agreed_mains int[],
  p_keys text[], p_hashes bytea[], p_pickup_codes text[], p_moments timestamptz[]
) returns setof order_facts language sql stable as $$
  select f.place, f.customer_id, f.offering_id, f.day, f.quantity, f.shown, f.agreed_price, f.agreed_portions,
    f.agreed_mains, f.modifiers, f.modifier_fault, f.key, f.request_hash, f.pickup_code, f.placed_at, f.state,
    f.order_until, f.exchange_until, f.allow_multiple_order, f.most_of_dish, f.most_of_day, f.price_level, f.unit_price,
    f.charge, f.tax_subsidy, f.non_tax_subsidy, f.balance, f.floor, f.remaining, f.offered, f.is_main, f.pickup_from,
    f.pickup_to, f.of_dish, f.of_day, f.mains,
    verdict_of(
      f.state, f.placed_at, f.order_until, f.exchange_until, f.unit_price, f.modifier_fault, f.quantity,
      f.allow_multiple_order, f.of_dish, f.most_of_dish, f.of_day, f.most_of_day, f.balance, f.floor, f.charge, f.shown,
      f.agreed_price, f.agreed_portions, f.mains, f.agreed_mains, f.remaining, f.offered
    ),
    false, null::bigint, null::int
  from (
    select wanted.*, coalesce(chosen.modifiers, '[]') as modifiers, chosen.fault as modifier_fault, offering.state,
      offering.order_until, offering.exchange_until, offering.allow_multiple_order, canteen.most_of_dish, canteen.most_of_day,
      account.price_level, offering_price.unit_price + coalesce(chosen.price, 0) as unit_price,
      order_price(offering_price.unit_price + coalesce(chosen.price, 0), wanted.quantity) as charge,
      order_price(offering_price.tax_subsidy, wanted.quantity) as tax_subsidy,
      order_price(offering_price.non_tax_subsidy, wanted.quantity) as non_tax_subsidy,
      account.balance, account.floor, stock.remaining,
      case
        when stock.remaining = 0 or wanted.placed_at > offering.order_until
        then portions_offered(wanted.offering_id, wanted.customer_id, wanted.chosen) else 0
      end as offered,
      offering.is_main, coalesce(offering.pickup_from, '-infinity') as pickup_from,
      coalesce(offering.pickup_to, 'infinity') as pickup_to, had.of_dish, had.of_day, had.mains
    from unnest(
      p_customers, p_offerings, p_days, p_canteens, p_products, p_quantities, p_modifiers, p_prices,
      p_agreed_prices, p_agreed_portions, p_agreed_mains, p_keys, p_hashes, p_pickup_codes, p_moments
    ) with ordinality wanted (
      customer_id, offering_id, day, canteen_id, product_id, quantity, chosen, shown, agreed_price, agreed_portions,
      agreed_mains, key, request_hash, pickup_code, placed_at, place
    )
    left join account on account.customer_id = wanted.customer_id
    left join offering on offering.id = wanted.offering_id and offering.day = wanted.day
      and offering.canteen_id = wanted.canteen_id
      and offering.product_id = coalesce(wanted.product_id, offering.product_id)
    left join canteen on canteen.id = offering.canteen_id
    left join stock on stock.offering_id = offering.id
    left join offering_price on offering_price.offering_id = offering.id
      and offering_price.price_level = account.price_level
    -- With most dishes there is nothing to choose, and nothing is called for them.
    left join lateral (
      select * from choose_modifiers(offering.modifier_groups, wanted.chosen)
      where offering.modifier_groups <> '[]' or wanted.chosen <> '[]'
    ) chosen on true
    cross join lateral (
      -- The state of an order is no condition of the lookup: with it the planner may read a partial index of orders that
      -- stand from end to end.
      select
        coalesce(sum(had_order.quantity) filter (where had_order.state = 'placed' and dish.id = offering.id), 0)::int
          as of_dish,
        coalesce(
          sum(had_order.quantity) filter (where had_order.state = 'placed' and dish.canteen_id = offering.canteen_id), 0
        )::int as of_day,
        -- A dish without pick-up times is handed out all day.
        coalesce(
          sum(had_order.quantity) filter (
            where had_order.state = 'placed' and dish.id <> offering.id and dish.is_main and offering.is_main
              and coalesce(dish.pickup_from, '-infinity') < coalesce(offering.pickup_to, 'infinity')
              and coalesce(offering.pickup_from, '-infinity') < coalesce(dish.pickup_to, 'infinity')
          ), 0
        )::int as mains
      from (
        -- `offset 0` keeps this lookup apart from the join: a plan made while the table is empty reads the index
        -- orders_offering from end to end otherwise.
        select * from orders where orders.customer_id = wanted.customer_id and orders.day = wanted.day offset 0
      ) had_order
      join offering dish on dish.id = had_order.offering_id
    ) had
    -- Computes each fact once, though the verdict names it several times.
    offset 0
  ) f
$$;
