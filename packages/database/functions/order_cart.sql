-- Orders lines of a cart, charges its customer, and returns the order of each line with the balance after it. The caller has
-- locked the account and counts the portions.
create or replace function order_cart(p_cart cart, p_lines cart_line[], p_pickup_code text, p_now timestamptz)
returns table (line int, order_id bigint, price bigint, balance bigint) language sql as $$
  with decided as materialized (
    select lines.*, nextval('orders_id_seq') as new_order_id,
      account.balance - sum(lines.price) over (order by lines.line) as new_balance
    from unnest(p_lines) lines join account on account.customer_id = p_cart.customer_id
    order by lines.line
  ), placed as (
    insert into orders (
      id, customer_id, offering_id, day, quantity, price_level, unit_price, price, tax_subsidy, non_tax_subsidy, placed_at,
      pickup_code, cart_id, modifiers
    )
    overriding system value
    select new_order_id, p_cart.customer_id, offering_id, day, quantity, price_level, unit_price, price, tax_subsidy,
      non_tax_subsidy, p_now, p_pickup_code, p_cart.id, modifiers
    from decided
  ), charged as (
    insert into movement (
      customer_id, kind, order_id, amount, sales, tax_subsidy, non_tax_subsidy, balance, actor, occurred_at
    )
    select p_cart.customer_id, 'order', new_order_id, -decided.price, decided.price + tax_subsidy + non_tax_subsidy,
      -tax_subsidy, -non_tax_subsidy, new_balance, 'customer', p_now
    from decided order by decided.line
  ), paid as (
    -- A payment by card may have raised the floor of an account below it, and what it pays for takes the money off again.
    -- A cart that is paid from the account never lowers its floor.
    update account set balance = balance - total,
      floor = case when p_cart.state = 'held' then least(floor, balance - total) else floor end
    from (select sum(decided.price) as total from decided) cart_price where customer_id = p_cart.customer_id
  )
  select decided.line, new_order_id, decided.price, new_balance::bigint from decided
$$;
