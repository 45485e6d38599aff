-- Closes the bills of orders that are handed out: one for each customer, canteen and moment. Where bills of the canteen close
-- at the end of the day, meals whose day is not over stay without a bill. Bonuses pay what they may of each bill, and that
-- money goes back to the account. The caller has locked the orders. Returns how many bills there are.
create or replace function close_bills(p_orders bigint[], p_now timestamptz) returns int language plpgsql
  set enable_seqscan = off
as $$
declare
  v_bill record;
  v_number bigint;
  v_id bigint;
  v_used bigint;
  v_balance bigint;
  v_count int := 0;
begin
  -- Two calls lock the counters of several canteens in one sequence, and then the accounts ascending, as orders do.
  insert into bill_counter (canteen_id, last_number)
  select distinct offering.canteen_id, 0
  from orders join offering on offering.id = orders.offering_id
  where orders.id = any (p_orders)
  order by 1
  on conflict do nothing;
  perform from bill_counter
  where canteen_id in (
    select offering.canteen_id from orders join offering on offering.id = orders.offering_id
    where orders.id = any (p_orders)
  )
  order by canteen_id for update;

  for v_bill in
    select orders.customer_id, offering.canteen_id, closes_at, customer.cost_center,
      (closes_at at time zone canteen.time_zone)::date as day, array_agg(orders.id) as order_ids,
      -- A bill names the till that handed out all of its meals.
      case when count(distinct orders.register) = 1 and count(orders.register) = count(*) then min(orders.register) end
        as register,
      sum(orders.price - refunded_of(orders.id))::bigint as price, sum(orders.tax_subsidy)::bigint as tax_subsidy,
      sum(orders.non_tax_subsidy)::bigint as non_tax_subsidy
    from orders
    join offering on offering.id = orders.offering_id
    join canteen on canteen.id = offering.canteen_id
    join customer on customer.id = orders.customer_id
    cross join lateral (
      select case canteen.bill_closing
        when 'day-end' then greatest(
          orders.collected_at, (offering.day + 1)::timestamp at time zone canteen.time_zone - interval '1 ms'
        )
        else orders.collected_at
      end as closes_at
    ) closing
    where orders.id = any (p_orders) and orders.collected_at is not null and orders.state = 'placed' and not orders.billed
      and closes_at <= p_now
    group by orders.customer_id, offering.canteen_id, closes_at, customer.cost_center, canteen.time_zone
    order by orders.customer_id, offering.canteen_id, closes_at
  loop
    v_used := 0;
    if exists (select from bonus where customer_id = v_bill.customer_id and drawn < amount) then
      perform from account where customer_id = v_bill.customer_id for no key update;
      v_used := draw_bonuses(v_bill.customer_id, v_bill.day, v_bill.price);
    end if;

    update bill_counter set last_number = last_number + 1 where canteen_id = v_bill.canteen_id
    returning last_number into strict v_number;
    insert into bill (
      customer_id, canteen_id, serial_number, day, closed_at, register, cost_center, price, tax_subsidy, non_tax_subsidy,
      used_bonus
    )
    values (
      v_bill.customer_id, v_bill.canteen_id, v_number, v_bill.day, v_bill.closes_at, v_bill.register, v_bill.cost_center,
      v_bill.price, v_bill.tax_subsidy, v_bill.non_tax_subsidy, v_used
    )
    returning id into strict v_id;
    insert into bill_item (
      order_id, bill_id, customer_id, day, name, modifiers, quantity, price, tax_rate, price_without_tax, tax_subsidy,
      non_tax_subsidy
    )
    select id, v_id, v_bill.customer_id, v_bill.day, name, modifiers, quantity, price, tax_rate,
      price_without_tax(price, tax_rate), tax_subsidy, non_tax_subsidy
    from (
      select orders.id, product.name, orders.modifiers, orders.quantity, orders.price - refunded_of(orders.id) as price,
        tax_rate_of(offering.canteen_id, offering.meal_group) as tax_rate, orders.tax_subsidy, orders.non_tax_subsidy
      from orders
      join offering on offering.id = orders.offering_id
      join product on product.id = offering.product_id
      where orders.id = any (v_bill.order_ids)
    ) meal;

    update orders set billed = true where id = any (v_bill.order_ids);

    if v_used > 0 then
      update account set balance = balance + v_used where customer_id = v_bill.customer_id
      returning balance into strict v_balance;
      insert into movement (customer_id, kind, amount, bonus, balance, actor, reference, occurred_at)
      values (
        v_bill.customer_id, 'bonus', v_used, -v_used, v_balance, 'job bills', 'bill ' || v_id, v_bill.closes_at
      );
    end if;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
