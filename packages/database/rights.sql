-- There are two roles. The owner migrates. Servers and their jobs work as `refectory_runtime`, which changes rows but no
-- table, and only adds rows to the ledger and to what is kept as evidence. A login may be a member of that role; a server
-- that logs in as the owner takes the role on for each connection.
do $$
begin
  if not exists (select from pg_roles where rolname = 'refectory_runtime') then
    create role refectory_runtime nologin;
  end if;
exception
  -- A migration of another database of the same server made the role at this moment.
  when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  if not pg_has_role(current_user, 'refectory_runtime', 'member') then
    execute format('grant refectory_runtime to %I', current_user);
  end if;
end $$;
grant usage on schema public to refectory_runtime;
grant select, insert, update, delete on all tables in schema public to refectory_runtime;
grant usage on all sequences in schema public to refectory_runtime;
grant usage on schema payments to refectory_runtime;
grant select, insert, update on all tables in schema payments to refectory_runtime;
grant usage on all sequences in schema payments to refectory_runtime;
grant delete on payments.refund to refectory_runtime;
revoke update on payments.payment_event from refectory_runtime;
revoke update, delete on movement, bill, bill_item, audit_event, terms, terms_text, terms_consent from refectory_runtime;
revoke insert, update, delete on migration, applied_function, program from refectory_runtime;
