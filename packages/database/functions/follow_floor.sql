-- Sets the floor of an account. An account below the floor of its price level has its balance as its floor, which rises with
-- every payment: the customer cannot draw again what an earlier level allowed.
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
