-- A guest's session is signed and not stored: whoever asks for many leaves nothing behind.
delete from session where customer_id is null;
alter table session alter column customer_id set not null;

-- What guests' sessions are signed with; one for all processes, made here (two random UUIDs have 244 random bits).
create table guest_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
insert into guest_key (key)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
