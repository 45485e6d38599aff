-- How long a customer waits until they may hold portions again by a cart that is paid by card, in seconds; null where they
-- need not: carts that were not paid hold portions for at most p_most within a day. A hold counts until it was ended, and
-- at most until its payment could be made.
create or replace function wait_for_card_cart(p_customer bigint, p_most interval, p_now timestamptz)
returns int language sql stable as $$
  select ceil(extract(epoch from max(created_at) + interval '1 day' - p_now))::int
  from (
    select created_at, sum(
      least(
        coalesce(
          (
            select min(happened_at) from payments.payment_event
            where payment_id = payment.id and kind in ('failed', 'expired')
          ),
          p_now
        ),
        expires_at
      ) - created_at
    ) over (order by created_at desc, id desc) as held_since
    from payments.payment
    where customer_id = p_customer and purpose = 'cart' and state not in ('settled', 'refunded')
      and created_at > p_now - interval '1 day'
  ) unpaid
  where held_since >= p_most
$$;
