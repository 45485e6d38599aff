-- Records the money that moves with an order, and returns the new balance. Positive amounts go to the customer and the
-- subsidies, negative ones come from them; the sales take the opposite of the sum. The caller has locked the account.
create or replace function move_order_money(
  p_customer bigint, p_kind text, p_order bigint, p_amount bigint, p_tax_subsidy bigint, p_non_tax_subsidy bigint,
  p_actor text, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_balance bigint;
begin
  update account set balance = balance + p_amount where customer_id = p_customer returning balance into strict v_balance;
  insert into movement (
    customer_id, kind, order_id, amount, sales, tax_subsidy, non_tax_subsidy, balance, actor, occurred_at
  )
  values (
    p_customer, p_kind, p_order, p_amount, -(p_amount + p_tax_subsidy + p_non_tax_subsidy), p_tax_subsidy,
    p_non_tax_subsidy, v_balance, p_actor, p_now
  );
  return v_balance;
end $$;
