-- Returns whether the customer is asked before they give up a portion: of a sold-out dish they may not get another one.
-- Nobody can order a dish that is off the menu, so there is nothing to ask.
create or replace function has_to_ask(p_order bigint, p_offering bigint, p_given_up bigint)
returns boolean language sql stable as $$
  select p_given_up is distinct from p_order and remaining = 0 and state <> 'withdrawn'
  from stock join offering on offering.id = offering_id where offering_id = p_offering
$$;
