-- An account that is lower than its price level allows stays at its balance, and its floor comes up with what is paid in:
-- else the overdraft of before would be open again and for good.
create or replace function follow_floor() returns trigger language plpgsql as $$
begin
  new.floor := least(new.level_floor, new.balance);
  new.lowest_floor := least(new.lowest_floor, new.floor);
  return new;
end $$;

create or replace trigger account_floor before insert or update of level_floor on account
  for each row execute function follow_floor();
create or replace trigger account_floor_with_balance before update of balance on account
  for each row when (new.floor < new.level_floor and new.balance > old.balance) execute function follow_floor();
