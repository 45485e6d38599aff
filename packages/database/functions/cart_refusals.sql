-- Returns what the customer is told of a cart that is not ordered: each line that cannot be ordered, else the first
-- question; nothing of a cart that can be ordered.
create or replace function cart_refusals(p_lines order_facts[]) returns cart_answer[] language plpgsql immutable as $$
declare
  v_refusals cart_answer[] := '{}';
  v_question cart_answer;
  v_answer cart_answer;
  v_line order_facts;
begin
  foreach v_line in array p_lines loop
    continue when v_line.verdict = 'ordered';
    v_answer := row(
      v_line.place, v_line.verdict, false, null,
      case
        when v_line.verdict in ('insufficient-funds', 'price-changed', 'question-portions', 'question-mains')
        then v_line.charge
      end,
      case when v_line.verdict = 'insufficient-funds' then v_line.balance end,
      number_of(v_line), null, null
    );
    if v_line.verdict not in ('question-portions', 'question-mains') then
      v_refusals := v_refusals || v_answer;
    elsif v_question.line is null then
      v_question := v_answer;
    end if;
  end loop;
  if cardinality(v_refusals) = 0 and v_question.line is not null then
    return array[v_question];
  end if;
  return v_refusals;
end $$;
