-- Returns whether an order has the same modifiers as a customer wants, in whatever order they were chosen.
create or replace function is_chosen_alike(p_modifiers jsonb, p_chosen jsonb) returns boolean language sql immutable as $$
  select jsonb_path_query_array(p_modifiers, '$[*].id') @> p_chosen
    and jsonb_path_query_array(p_modifiers, '$[*].id') <@ p_chosen
$$;
