-- Refuses to delete a customer with orders or movements, in place of foreign keys of those tables.
create or replace function keep_customer_of_records() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from orders where customer_id = old.id)
    or exists (select from movement where customer_id = old.id) then
    raise exception 'customer % has orders or movements', old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;

create or replace trigger customer_kept before delete on customer
  for each row execute function keep_customer_of_records();
