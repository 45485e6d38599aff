-- Begins a top-up, once for each key: `begun`, `repeated` where the key is known, or `too-many` where the customer has begun
-- p_most top-ups within an hour that are not paid, or `too-much` where the account could not hold the amount. Locks the account, so that top-ups at one moment count each other.
create or replace function begin_top_up(
  p_public_id text, p_customer bigint, p_gateway text, p_language text, p_amount bigint, p_success_url text,
  p_fail_url text, p_key text, p_hash bytea, p_most int, p_expires_at timestamptz, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_balance bigint;
begin
  select balance into v_balance from account where customer_id = p_customer for no key update;
  if exists (select from payments.payment where customer_id = p_customer and key = p_key) then
    return 'repeated';
  end if;
  if p_most <= (
    select count(*) from payments.payment
    where customer_id = p_customer and purpose = 'top-up' and state not in ('settled', 'refunded')
      and created_at > p_now - interval '1 hour'
  ) then
    return 'too-many';
  end if;
  if v_balance + p_amount > 1000000000000 then
    return 'too-much';
  end if;
  perform begin_payment(
    p_public_id, p_customer, 'top-up', null, p_gateway, p_language, p_amount, p_success_url, p_fail_url, p_key, p_hash,
    p_expires_at, p_now
  );
  return 'begun';
end $$;
