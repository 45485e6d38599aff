-- Gives portions of a dish back to the kitchen. What was sold when the kitchen cut its portions is never more than what
-- is sold still.
create or replace function release_portions(p_offering bigint, p_quantity int) returns void language sql as $$
  update stock set sold = sold - p_quantity, sold_when_cut = least(sold_when_cut, sold - p_quantity)
  where offering_id = p_offering
$$;
