-- Returns the tax rate of a dish in a group of the menu: that of the group by its name in any language, upper and lower case
-- alike, or else that of the canteen.
create or replace function tax_rate_of(p_canteen int, p_group jsonb) returns int language sql stable as $$
  select coalesce(
    (
      select rate.value::int
      from jsonb_each_text(canteen.group_tax_rates) rate
      where exists (select from jsonb_each_text(p_group) name where lower(name.value) = lower(rate.key))
      order by rate.key
      limit 1
    ),
    canteen.tax_rate
  )
  from canteen where canteen.id = p_canteen
$$;
