-- Books money that moves without an order being placed or cancelled, once for each reference: to the customer's account
-- when positive, from it when negative, and the counter-amount on one other account.
create or replace function book_movement(
  p_customer bigint, p_kind text, p_amount bigint, p_counter_account text, p_order bigint, p_reference text,
  p_reason text, p_actor text, p_now timestamptz
) returns order_answer language plpgsql set enable_seqscan = off as $$
declare
  v_answer order_answer := row('booked', false, p_order, p_amount, null, null, null);
  v_account account;
  v_order orders;
  v_earlier movement;
  v_left bigint;
begin
  if (p_amount <> 0) is not true
    or p_counter_account not in ('sales', 'gateway', 'cash', 'rounding', 'bonus') then
    raise exception 'not an amount to book: % against %', p_amount, p_counter_account
      using errcode = 'invalid_parameter_value';
  end if;
  if p_order is not null then
    select * into v_order from orders where id = p_order and customer_id = p_customer for update;
    if not found then
      v_answer.verdict := 'unknown-order';
      return v_answer;
    end if;
  end if;
  select * into strict v_account from account where customer_id = p_customer for no key update;

  if p_reference is null or not exists (select from movement where reference = p_reference) then
    if p_order is not null then
      v_left := case v_order.state when 'placed' then v_order.price - refunded_of(p_order) else 0 end;
      if p_amount > v_left then
        v_answer.verdict := 'more-than-paid';
        v_answer.amount := v_left;
        return v_answer;
      end if;
    end if;
    if p_amount < 0 and v_account.balance + p_amount < v_account.floor then
      v_answer.verdict := 'insufficient-funds';
      v_answer.balance := v_account.balance;
      return v_answer;
    end if;
    -- The same number stands as a constraint on the account.
    if v_account.balance + p_amount > 1000000000000 then
      v_answer.verdict := 'too-much-money';
      v_answer.balance := v_account.balance;
      return v_answer;
    end if;
    v_answer.balance := v_account.balance + p_amount;
    -- Another customer's payment may come with the reference at this moment: this one waits, and then looks again.
    insert into movement (
      customer_id, kind, order_id, amount, sales, gateway, cash, rounding, bonus, balance, actor, reason, reference,
      occurred_at
    )
    values (
      p_customer, p_kind, p_order, p_amount,
      case p_counter_account when 'sales' then -p_amount else 0 end,
      case p_counter_account when 'gateway' then -p_amount else 0 end,
      case p_counter_account when 'cash' then -p_amount else 0 end,
      case p_counter_account when 'rounding' then -p_amount else 0 end,
      case p_counter_account when 'bonus' then -p_amount else 0 end,
      v_answer.balance, p_actor, p_reason, p_reference, p_now
    )
    on conflict (reference) where reference is not null do nothing;
    if found then
      update account set balance = v_answer.balance where customer_id = p_customer;
      -- Who got money back for a meal does not give it to others too.
      update orders set offered_at = null where id = p_order and offered_at is not null;
      return v_answer;
    end if;
  end if;

  select * into strict v_earlier from movement where reference = p_reference;
  if (v_earlier.customer_id, v_earlier.amount, v_earlier.kind) is distinct from (p_customer, p_amount, p_kind)
    or v_earlier.order_id is distinct from p_order then
    v_answer.verdict := 'reference-reused';
    return v_answer;
  end if;
  v_answer.is_replay := true;
  v_answer.balance := v_account.balance;
  return v_answer;
end $$;
