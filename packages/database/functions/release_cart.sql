-- Gives the portions of a held cart back to the kitchen. The caller has locked the account.
create or replace function release_cart(p_cart bigint, p_now timestamptz) returns void language plpgsql as $$
begin
  update cart set state = 'released', decided_at = p_now where id = p_cart and state = 'held';
  if not found then
    return;
  end if;
  perform from stock
  where offering_id in (select offering_id from cart_line where cart_id = p_cart)
  order by offering_id for no key update;
  perform release_portions(offering_id, sum(quantity)::int) from cart_line where cart_id = p_cart group by offering_id;
end $$;
