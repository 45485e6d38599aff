-- Returns why the canteen released the cart of a payment: what cart_off_menu said of it then. Null where it did not.
create or replace function why_off_menu(p_payment bigint) returns jsonb language sql stable as $$
  select details from payments.payment_event
  where payment_id = p_payment and kind = 'expired' and gateway_event is null
    and details ->> 'because' in ('closed-day', 'withdrawn')
  order by id limit 1
$$;
