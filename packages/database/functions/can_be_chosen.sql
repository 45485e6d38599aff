-- Returns whether a dish with these groups can still be ordered with the modifiers of an order: its menu may have changed
-- since then, and what it lacks now nobody can take from the exchange.
create or replace function can_be_chosen(p_groups jsonb, p_modifiers jsonb) returns boolean language sql immutable as $$
  -- With most dishes there is nothing to choose, and nothing is called for them.
  select (p_groups = '[]' and p_modifiers = '[]')
    or (choose_modifiers(p_groups, jsonb_path_query_array(p_modifiers, '$[*].id'))).fault is null
$$;
