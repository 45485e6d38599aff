-- Closes the bills of meals whose day is over in the zone of their canteen. Where the canteen does not wait for the hand-out,
-- meals that nobody fetched count as handed out at the last moment of their day. Nobody cooks on a closed day, so its meals
-- are handed out by a person only. Returns how many meals: up to p_most, and what else those customers ate on these days,
-- since that is on one bill. Orders that another process has locked are left to the next time. Two calls take turns: each
-- would otherwise find some of what one customer ate, and make a bill of it.
create or replace function close_due_bills(p_now timestamptz, p_most int) returns int language plpgsql as $$
declare
  v_orders bigint[];
begin
  perform pg_advisory_xact_lock(7301, 4);
  with due as (
    select orders.id, ended_at
    from orders
    join (
      select orders.id, ended_at
      from orders
      join offering on offering.id = offering_id
      join canteen on canteen.id = offering.canteen_id
      cross join lateral (select (offering.day + 1)::timestamp at time zone time_zone as ended_at) day
      where orders.state = 'placed' and not billed and case
        when collected_at is null then ended_at <= p_now and bill_closing <> 'hand-out' and not exists (
          select from closed_day where closed_day.canteen_id = offering.canteen_id and closed_day.day = offering.day
        )
        -- Such a meal waited for the end of its day; when the canteen closes bills otherwise by now, it waits no longer.
        else collected_at <= p_now and (ended_at <= p_now or bill_closing <> 'day-end')
      end
      order by orders.customer_id, offering.canteen_id, offering.day
      fetch first p_most rows with ties
    ) waiting on waiting.id = orders.id
    where orders.state = 'placed' and not billed
    for update of orders skip locked
  ), handed_out as (
    update orders set collected_at = coalesce(collected_at, due.ended_at - interval '1 ms'), offered_at = null
    from due where orders.id = due.id
    returning orders.id
  )
  select array_agg(id) into v_orders from handed_out;
  perform close_bills(v_orders, p_now);
  return coalesce(cardinality(v_orders), 0);
end $$;
