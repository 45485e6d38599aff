-- Says why a cart that is held can no longer be ordered: a day of it was closed, or a dish of it went off the menu. Null where
-- it still can.
create or replace function cart_off_menu(p_cart bigint) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'because', case when min(closed_day.day) is null then 'withdrawn' else 'closed-day' end, 'day', min(closed_day.day)
  ))
  from cart_line
  join offering on offering.id = cart_line.offering_id and offering.state = 'withdrawn'
  left join closed_day on closed_day.canteen_id = offering.canteen_id and closed_day.day = offering.day
  where cart_id = p_cart
  having count(*) > 0
$$;
