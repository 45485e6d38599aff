-- An account may go as low as its price level says. One that is lower already stays at its balance, and its floor comes
-- up with what is paid in, else the overdraft of before would be open again and for good.
alter table account add column level_floor bigint not null default 0;

drop trigger account_lowest_floor on account;
drop function keep_lowest_floor;

create function follow_floor() returns trigger language plpgsql as $$
begin
  new.floor := least(new.level_floor, new.balance);
  new.lowest_floor := least(new.lowest_floor, new.floor);
  return new;
end $$;
create trigger account_floor before insert or update of level_floor on account
  for each row execute function follow_floor();
create trigger account_floor_with_balance before update of balance on account
  for each row when (new.floor < new.level_floor and new.balance > old.balance) execute function follow_floor();

update account set level_floor = price_level.floor
from customer join price_level on price_level.level = customer.price_level
where customer.id = customer_id;
