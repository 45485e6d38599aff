-- Returns the verdict on an order, by the portions that the kitchen has left and those that others offer. Refusals come
-- before questions. A customer who was shown a higher price pays the lower one; who was shown a lower price is asked. An
-- agreement counts for the number it names and no other.
create or replace function verdict_of(
  p_state text, p_placed_at timestamptz, p_order_until timestamptz, p_exchange_until timestamptz, p_unit_price bigint,
  p_modifier_fault text, p_quantity int, p_allow_multiple_order boolean, p_of_dish int, p_most_of_dish int,
  p_of_day int, p_most_of_day int, p_balance bigint, p_floor bigint, p_charge bigint, p_shown bigint, p_agreed_price bigint,
  p_agreed_portions int, p_mains int, p_agreed_mains int, p_left int, p_offered int
) returns text language sql immutable as $$
  select case
    -- A dish that was taken off the menu is unknown, though its orders stand.
    when p_state is null or p_state = 'withdrawn' then 'unknown-dish'
    when p_state <> 'open' then 'not-orderable'
    -- Until the exchange ends it was perhaps another customer who was faster. What the menu lacks now nobody offers.
    when p_placed_at > p_order_until
      and (p_modifier_fault is not null
        or not is_from_others(p_offered, p_left, p_placed_at, p_order_until, p_exchange_until))
    then case when p_placed_at <= p_exchange_until then 'none-offered' else 'past-cut-off' end
    when p_unit_price is null then 'not-orderable'
    when p_modifier_fault is not null then p_modifier_fault
    when p_quantity > 1 and not p_allow_multiple_order then 'only-one'
    when p_of_dish + p_quantity > p_most_of_dish then 'over-dish-limit'
    when p_of_day + p_quantity > p_most_of_day then 'over-day-limit'
    when p_balance - p_charge < p_floor then 'insufficient-funds'
    when p_quantity > case
      when is_from_others(p_offered, p_left, p_placed_at, p_order_until, p_exchange_until) then p_offered
      else p_left
    end then 'sold-out'
    when p_charge > p_shown and p_charge is distinct from p_agreed_price then 'question-price'
    when p_of_dish > 0 and p_of_dish + p_quantity is distinct from p_agreed_portions then 'question-portions'
    when p_of_dish = 0 and p_mains > 0 and p_mains + p_quantity is distinct from p_agreed_mains then 'question-mains'
    when is_from_others(p_offered, p_left, p_placed_at, p_order_until, p_exchange_until) then 'on-exchange'
    else 'ordered'
  end
$$;
