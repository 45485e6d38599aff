-- Gives portions of a dish back to the kitchen. sold_when_cut falls with sold, so that portions beyond a capacity that was
-- cut are not sold again.
create or replace function release_portions(p_offering bigint, p_quantity int) returns void language sql as $$
  update stock set sold = sold - p_quantity, sold_when_cut = least(sold_when_cut, sold - p_quantity)
  where offering_id = p_offering
$$;
