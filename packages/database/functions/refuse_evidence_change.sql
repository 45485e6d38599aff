-- What is kept as evidence is only added to, by its owner too.
create or replace function refuse_evidence_change() returns trigger language plpgsql as $$
begin
  raise exception 'evidence is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

create or replace trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_evidence_change();
create or replace trigger terms_append_only before update or delete or truncate on terms
  for each statement execute function refuse_evidence_change();
create or replace trigger terms_consent_append_only before update or delete or truncate on terms_consent
  for each statement execute function refuse_evidence_change();
create or replace trigger terms_text_append_only before update or delete or truncate on terms_text
  for each statement execute function refuse_evidence_change();
create or replace trigger payment_event_append_only before update or delete or truncate on payments.payment_event
  for each statement execute function refuse_evidence_change();
