-- Draws a customer's bonuses on a bill of a day, and returns how much they pay of its price: each at most its share of the
-- price, all together at most the price. The bonus that ends first is drawn first. The caller has locked the account.
create or replace function draw_bonuses(p_customer bigint, p_day date, p_price bigint) returns bigint language plpgsql as $$
declare
  v_bonus bonus;
  v_part bigint;
  v_drawn bigint := 0;
begin
  for v_bonus in
    select * from bonus
    where customer_id = p_customer and p_day between valid_from and valid_to and drawn < amount
      and min_bill_price <= p_price
    order by valid_to, id
    for update
  loop
    v_part := least(
      v_bonus.amount - v_bonus.drawn, p_price * coalesce(v_bonus.max_discount_percent, 100) / 100, p_price - v_drawn
    );
    update bonus set drawn = drawn + v_part where id = v_bonus.id and v_part > 0;
    v_drawn := v_drawn + v_part;
  end loop;
  return v_drawn;
end $$;
