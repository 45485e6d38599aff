-- Keeps the answer to a call for its repeats. Do not keep a question: the call comes again with the customer's answer to it.
create or replace function keep_answer(
  p_customer bigint, p_key text, p_hash bytea, p_answer order_answer, p_now timestamptz
) returns void language sql as $$
  insert into idempotency_answer (customer_id, key, request_hash, verdict, order_id, amount, balance, number, created_at)
  values (
    p_customer, p_key, p_hash, p_answer.verdict, p_answer.order_id, p_answer.amount, p_answer.balance, p_answer.number,
    p_now
  )
$$;
