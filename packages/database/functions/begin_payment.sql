-- Stores a payment that the gateway does not know yet. The caller has locked the account.
create or replace function begin_payment(
  p_public_id text, p_customer bigint, p_purpose text, p_cart bigint, p_gateway text, p_language text,
  p_amount bigint, p_success_url text, p_fail_url text, p_key text, p_hash bytea, p_expires_at timestamptz, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_payment bigint;
begin
  insert into payments.payment (
    public_id, customer_id, purpose, cart_id, gateway, language, amount, success_url, fail_url, key, request_hash,
    created_at, expires_at, query_at
  )
  values (
    p_public_id, p_customer, p_purpose, p_cart, p_gateway, p_language, p_amount, p_success_url, p_fail_url, p_key,
    p_hash, p_now, p_expires_at, p_expires_at
  )
  returning id into strict v_payment;
  insert into payments.payment_event (payment_id, kind, source, happened_at)
  values (v_payment, 'begun', 'customer', p_now);
end $$;
