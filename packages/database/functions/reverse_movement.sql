-- Reverses a movement that was booked by mistake, once, leg by leg. To take back the charge for an order, cancel the order.
-- Only a gateway takes back the debit of a refund, when it refuses to send the money to the card.
create or replace function reverse_movement(
  p_customer bigint, p_movement bigint, p_reason text, p_actor text, p_now timestamptz
) returns order_answer language plpgsql set enable_seqscan = off as $$
declare
  v_answer order_answer := row('reversed', false, null, null, null, null, null);
  v_account account;
  v_wrong movement;
begin
  select * into strict v_account from account where customer_id = p_customer for no key update;
  select * into v_wrong from movement where customer_id = p_customer and id = p_movement;
  v_answer.order_id := v_wrong.order_id;
  v_answer.amount := -v_wrong.amount;
  v_answer.balance := v_account.balance;
  v_answer.verdict := case
    when v_wrong.id is null then 'unknown-movement'
    when v_wrong.kind in ('order', 'cancel', 'exchange', 'reversal', 'bonus')
      -- A cancellation gave the rest of the price back, so the refund counts.
      or exists (select from orders where id = v_wrong.order_id and state <> 'placed')
      -- What came by a gateway goes back by it: a refund takes it off the account.
      or v_wrong.reference like 'payment %'
      or (v_wrong.reference like 'payment-refund %' and p_actor not like 'gateway %') then 'not-reversible'
    when exists (select from movement where reverses = p_movement) then 'already-reversed'
    when v_wrong.amount > 0 and v_account.balance - v_wrong.amount < v_account.floor then 'insufficient-funds'
    when v_account.balance - v_wrong.amount > 1000000000000 then 'too-much-money'
    else 'reversed'
  end;
  if v_answer.verdict = 'reversed' then
    v_answer.balance := v_account.balance - v_wrong.amount;
    insert into movement (
      customer_id, kind, order_id, amount, sales, tax_subsidy, non_tax_subsidy, gateway, cash, rounding, bonus, balance,
      actor, reason, reverses, occurred_at
    )
    values (
      p_customer, 'reversal', v_wrong.order_id, -v_wrong.amount, -v_wrong.sales, -v_wrong.tax_subsidy,
      -v_wrong.non_tax_subsidy, -v_wrong.gateway, -v_wrong.cash, -v_wrong.rounding, -v_wrong.bonus, v_answer.balance,
      p_actor, p_reason, p_movement, p_now
    );
    update account set balance = v_answer.balance where customer_id = p_customer;
  end if;
  return v_answer;
end $$;
