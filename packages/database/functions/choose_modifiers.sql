-- Returns what a customer chose of the groups of a dish, by the ids of options. In each group at least `min` and at most
-- `max` options are chosen, and nothing is chosen that no group has. `modifierFault` of the domain checks the same.
create or replace function choose_modifiers(p_groups jsonb, p_chosen jsonb) returns chosen_modifiers
language plpgsql immutable as $$
declare
  v_chosen chosen_modifiers := row('[]', 0, null);
  v_group jsonb;
  v_options jsonb;
begin
  for v_group in select * from jsonb_array_elements(p_groups) loop
    v_options := (
      select coalesce(jsonb_agg(option order by place), '[]')
      from jsonb_array_elements(v_group -> 'options') with ordinality offered (option, place)
      where p_chosen ? (option ->> 'id')
    );
    if jsonb_array_length(v_options) not between (v_group ->> 'min')::int and (v_group ->> 'max')::int then
      v_chosen.fault := 'modifier-count';
    end if;
    v_chosen.modifiers := v_chosen.modifiers || v_options;
  end loop;
  if jsonb_array_length(v_chosen.modifiers) <> jsonb_array_length(p_chosen) then
    v_chosen.fault := 'unknown-modifier';
  end if;
  v_chosen.price := (
    select coalesce(sum((option ->> 'price')::bigint), 0) from jsonb_array_elements(v_chosen.modifiers) option
  );
  return v_chosen;
end $$;
