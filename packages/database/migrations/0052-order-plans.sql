-- To create a function anew takes its settings away: as in 0011, orders look up rows by their keys.
alter function place_orders(order_request[]) set enable_seqscan = off;
alter function place_orders(order_request[]) set enable_hashjoin = off;
alter function place_orders(order_request[]) set enable_mergejoin = off;

-- One index for what a customer has, on a day and ever since, and one for the orders of a dish: each look-up has one
-- that fits, so that a plan made while the table was small takes the right one.
drop index orders_customer_day;
drop index orders_customer;
create index orders_customer on orders (customer_id, day, id);
drop index orders_offering;
create index orders_offering on orders (offering_id) where state = 'placed';

-- That an order stands is asked of each, not of all: else the index of a dish's standing orders would do for a
-- customer's day, and be read from end to end.
create or replace function facts_of(p_orders order_request[]) returns setof order_facts language sql stable as $$
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
