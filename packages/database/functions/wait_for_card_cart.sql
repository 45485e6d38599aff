-- How long a customer waits until they may hold portions for p_hold by a cart that is paid by card, in seconds; null where
-- they need not: carts of the last 24 hours that they did not pay hold portions for at most p_most, this one too. What
-- money arrived for, at whatever time, and what the canteen took off its menu does not count, nor does the time that a silent
-- gateway takes beyond that of the payment. The wait expects of a cart that is still held that it is not paid either.
create or replace function wait_for_card_cart(p_customer bigint, p_most interval, p_hold interval, p_now timestamptz)
returns int language sql stable as $$
  select ceil(extract(epoch from
    max(placed_at) filter (where will_hold > p_most - p_hold) + interval '24 hours' - p_now
  ))::int
  from (
    select cart.placed_at,
      sum(least(coalesce(cart.decided_at, p_now), payment.expires_at) - cart.placed_at) over newest as held,
      sum(least(cart.decided_at, payment.expires_at) - cart.placed_at) over newest as will_hold
    from payments.payment join cart on cart.id = payment.cart_id
    where payment.customer_id = p_customer and payment.created_at > p_now - interval '24 hours'
      and payment.state not in ('settled', 'refunded')
      and why_off_menu(payment.id) is null
    window newest as (order by cart.placed_at desc, cart.id desc)
  ) unpaid
  having max(held) > p_most - p_hold
$$;
