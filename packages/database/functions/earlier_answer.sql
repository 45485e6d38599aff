-- Returns what a repeat of one call is told; the verdict of a new call is null. The caller has locked the account.
create or replace function earlier_answer(p_customer bigint, p_key text, p_hash bytea) returns order_answer
language plpgsql as $$
declare
  v_answer order_answer;
begin
  select verdict, true, order_id, amount, balance, number, null into v_answer
  from earlier_answers(array[p_customer], array[p_key], array[p_hash]);
  return v_answer;
end $$;
