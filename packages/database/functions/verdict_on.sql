-- Returns the verdict on an order by its facts, where so many portions are left and others offer so many.
create or replace function verdict_on(f order_facts, p_left int, p_offered int) returns text language plpgsql immutable as $$
begin
  return verdict_of(
    f.state, f.placed_at, f.order_until, f.exchange_until, f.unit_price, f.modifier_fault, f.quantity,
    f.allow_multiple_order, f.of_dish, f.most_of_dish, f.of_day, f.most_of_day, f.balance, f.floor, f.charge, f.shown,
    f.agreed_price, f.agreed_portions, f.mains, f.agreed_mains, p_left, p_offered
  );
end $$;
