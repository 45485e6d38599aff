-- Portions that were sold when the kitchen last said how many there are, fewer as they are given back. It may say fewer
-- than that, and then these are all that may be ordered; any more were sold by mistake.
alter table stock add column sold_when_cut int not null default 0;
update stock set sold_when_cut = ordered
from (select offering_id, sum(quantity) as ordered from orders where state = 'placed' group by offering_id) sold
where sold.offering_id = stock.offering_id and ordered > capacity;

create function portions_ordered(p_offering bigint) returns int language sql stable as $$
  select coalesce(sum(quantity), 0)::int from orders where offering_id = p_offering and state = 'placed'
$$;

-- As in 0002, and what was sold when the capacity was cut is no more than what is still ordered.
create or replace function refresh_stock(p_offering bigint) returns void language plpgsql as $$
declare
  v_ordered int;
begin
  -- In a statement of its own: the count below must see the orders of those this lock waited for.
  perform from stock where offering_id = p_offering for update;
  v_ordered := portions_ordered(p_offering);
  update stock set remaining = greatest(0, capacity - v_ordered), sold_when_cut = least(sold_when_cut, v_ordered)
  where offering_id = p_offering;
end $$;

-- Sets how many portions there are; those that were ordered stay ordered. What had been sold beyond the earlier
-- capacity is not made right by a new one.
create function set_capacity(p_offering bigint, p_capacity int) returns void language plpgsql as $$
declare
  v_ordered int;
begin
  perform from stock where offering_id = p_offering for update;
  v_ordered := portions_ordered(p_offering);
  update stock set capacity = p_capacity, remaining = greatest(0, p_capacity - v_ordered),
    sold_when_cut = least(greatest(capacity, sold_when_cut), v_ordered)
  where offering_id = p_offering;
end $$;
