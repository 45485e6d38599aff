-- Books a movement of money that no order or cancellation makes, once for each reference. A positive amount goes to the
-- customer's account, a negative one leaves it; one other account takes the opposite amount.
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
    -- The constraint account_not_too_large has the same number.
    if v_account.balance + p_amount > 1000000000000 then
      v_answer.verdict := 'too-much-money';
      v_answer.balance := v_account.balance;
      return v_answer;
    end if;
    v_answer.balance := v_account.balance + p_amount;
    -- Another call may insert the same reference at this moment: this insert waits for it, and the code below looks again.
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
      -- A customer who gets money back for a meal does not offer it to others as well.
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
