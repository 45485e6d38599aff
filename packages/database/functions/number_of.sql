-- Returns the number that the text of a verdict names.
create or replace function number_of(f order_facts) returns int language sql immutable as $$
  select case f.verdict
    when 'sold-out' then case
      when is_from_others(f.offered, f.remaining, f.placed_at, f.order_until, f.exchange_until) then f.offered
      else f.remaining
    end
    when 'over-dish-limit' then f.most_of_dish
    when 'over-day-limit' then f.most_of_day
    when 'question-portions' then f.of_dish + f.quantity
    when 'question-mains' then f.mains + f.quantity
  end
$$;
