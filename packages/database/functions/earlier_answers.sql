-- Returns what repeats of calls are told, by their place among the calls; a call that is new has no row. The answer to an
-- order is read from the ledger, since an exchange changes the order. Ask after the lock on the account, in a statement of
-- its own: whoever repeats a call that still runs waits for its end. `offset 0` has each row looked up by its keys: a plan
-- that is made while a table is empty, or before it has any order, else reads all of it.
create or replace function earlier_answers(p_customers bigint[], p_keys text[], p_hashes bytea[])
returns table (place int, verdict text, order_id bigint, amount bigint, balance bigint, number int, lines jsonb)
language sql stable as $$
  select call.place::int,
    case when placed.request_hash = call.request_hash then 'ordered' else 'key-reused' end,
    placed.id, -charged.amount, charged.balance, null::int, null::jsonb
  from unnest(p_customers, p_keys, p_hashes) with ordinality call (customer_id, key, request_hash, place)
  cross join lateral (
    select * from orders where orders.key = call.key and orders.customer_id = call.customer_id offset 0
  ) placed
  cross join lateral (
    select * from movement where movement.order_id = placed.id and movement.kind = 'order' offset 0
  ) charged
  union all
  select call.place::int,
    case when answer.request_hash = call.request_hash then answer.verdict else 'key-reused' end,
    answer.order_id, answer.amount, answer.balance, answer.number, answer.lines
  from unnest(p_customers, p_keys, p_hashes) with ordinality call (customer_id, key, request_hash, place)
  cross join lateral (
    select * from idempotency_answer kept where kept.key = call.key and kept.customer_id = call.customer_id offset 0
  ) answer
  union all
  select call.place::int,
    case when cart.request_hash = call.request_hash then 'ordered' else 'key-reused' end,
    cart.id, cart.price, null::bigint, null::int, null::jsonb
  from unnest(p_customers, p_keys, p_hashes) with ordinality call (customer_id, key, request_hash, place)
  cross join lateral (
    select * from cart placed where placed.key = call.key and placed.customer_id = call.customer_id offset 0
  ) cart
$$;
