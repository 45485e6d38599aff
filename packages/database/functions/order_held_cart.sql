-- Orders the lines of a held cart, which were paid by card: the portions are held already, and the money is on the account,
-- which the caller has locked. Returns false, and gives the portions back, where a dish was withdrawn meanwhile; a dish of a
-- held cart is never deleted.
create or replace function order_held_cart(p_cart bigint, p_now timestamptz) returns boolean language plpgsql as $$
declare
  v_cart cart;
begin
  select * into strict v_cart from cart where id = p_cart and state = 'held';
  -- Whoever takes a dish off the menu locks its stock first, and sees this order then, or is seen here.
  perform from stock
  where offering_id in (select offering_id from cart_line where cart_id = p_cart)
  order by offering_id for no key update;
  if exists (
    select from cart_line join offering on offering.id = cart_line.offering_id
    where cart_id = p_cart and offering.state = 'withdrawn'
  ) then
    perform release_cart(p_cart, p_now);
    return false;
  end if;
  perform order_cart(
    v_cart, array(select cart_line from cart_line where cart_id = p_cart order by line), v_cart.pickup_code, p_now
  );
  update cart set state = 'ordered', decided_at = p_now where id = p_cart;
  -- It is ordered wherever its payment is heard of, and not where its customer has the orders open.
  perform pg_notify('live', 'orders ' || v_cart.customer_id);
  return true;
end $$;
