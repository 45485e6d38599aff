import type { Database } from './database.ts';

/** An invariant of money and portions that does not hold, and the row that breaks it. */
export type Violation = {
  invariant:
    | 'I1'
    | 'I2'
    | 'I3'
    | 'I4'
    | 'I5'
    | 'I6'
    | 'I7'
    | 'I9'
    | 'I11'
    | 'I12'
    | 'I13'
    | 'I14'
    | 'I15'
    | 'I16'
    | 'I17';
  detail: string;
};

/**
 * Checks what holds at every moment, and returns what does not:
 * - I1, I2: each movement sums to zero, and so does the whole ledger.
 * - I3: a balance equals the sum of the movements, after each of them too.
 * - I4: no balance was ever below the floor.
 * - I5: no more portions are ordered than there are, or than were sold before the kitchen cut them.
 * - I6: the portions that count as sold are those of orders, and those held for carts that are being paid by card; a dish
 *   of either has its portions counted.
 * - I7: each order is charged once with its price, and refunded once if it is cancelled.
 * - I9: what a key was answered is true, and one change was answered under one key.
 * - I11: the guards that refuse a change of what is only added to are on: ledger, bills, payments, consents, audit.
 * - I12: a portion has one holder through every exchange; the new one is charged, the earlier one is not any more.
 * - I13: what was drawn of a customer's bonuses is what their bills used, and that money went to the account.
 * - I14: every movement and every order says whose it is, when it was, and of what; what was chosen with a dish is in the
 *   price of its portion.
 * - I15: the orders of a cart belong to its customer, make its price, and were placed together; a cart that is held or
 *   was released has none, and one that is held has a payment that may still come.
 * - I16: a payment that was settled is on the account once, with its amount; no other one is, and what went back to the
 *   card left the account.
 * - I17: a bill is the sum of its items, each an order of its customer as it was handed out, and serial numbers have no gap.
 */
export async function checkLedger(database: Database): Promise<Violation[]> {
  const { rows } = await database.pool.query<Violation>(`
    with ordered as (
      select offering_id, sum(quantity)::bigint as ordered
      from (
        select offering_id, quantity from orders where state = 'placed'
        union all
        select offering_id, quantity from cart_line join cart on cart.id = cart_id and cart.state = 'held'
      ) taken group by offering_id
    ), moved as (
      select order_id,
        array_agg(amount) filter (where kind = 'order') as charges,
        array_agg(amount) filter (where kind = 'cancel') as refunds,
        coalesce(sum(amount) filter (where kind = 'exchange'), 0)::bigint as exchanged,
        coalesce(sum(amount) filter (where kind in ('refund', 'reversal')), 0)::bigint as given_back
      from movement where order_id is not null group by order_id
    ), given as (
      select given_order_id as order_id, sum(quantity)::int as portions, sum(refunded)::bigint as refunded
      from exchange group by given_order_id
    ), taken as (
      select taken_order_id as order_id, sum(quantity)::int as portions from exchange group by taken_order_id
    ), chained as (
      select customer_id, id, balance, amount, sum(amount) over (partition by customer_id order by id) as running
      from movement
    )
    select 'I1' as invariant, format('movement %s sums to %s', movement_id, sum(amount)) as detail
      from ledger_entry group by movement_id having sum(amount) <> 0
    union all
    select 'I2', format('the ledger sums to %s', sum(amount)) from ledger_entry having sum(amount) <> 0
    union all
    select 'I3', format('customer %s has %s but movements of %s', customer_id, account.balance, coalesce(moved, 0))
      from account
      left join (select customer_id, sum(amount) as moved from movement group by customer_id) m using (customer_id)
      where account.balance <> coalesce(moved, 0)
    union all
    select 'I3', format('customer %s had %s after movement %s, which says %s', customer_id, running, id, balance)
      from chained where running <> balance
    union all
    select 'I4', format('customer %s was at %s, below %s', customer_id, lowest, lowest_floor)
      from account
      join (select customer_id, min(running) as lowest from chained group by customer_id) prefixes using (customer_id)
      where lowest < lowest_floor
    union all
    select 'I5', format('offering %s: %s ordered of %s, or of %s sold before', offering_id, ordered, capacity,
        sold_when_cut)
      from stock join ordered using (offering_id) where ordered > greatest(capacity, sold_when_cut)
    union all
    select 'I6', format('offering %s: %s sold but %s ordered', offering_id, sold, coalesce(ordered, 0))
      from stock left join ordered using (offering_id) where sold <> coalesce(ordered, 0)
    union all
    select 'I6', format('offering %s: %s ordered or held, and its portions are counted nowhere', offering_id, ordered)
      from ordered left join stock using (offering_id) where sold is null
    union all
    select 'I7', format('order %s (%s, %s): charged %s, refunded %s, given back %s', id, state, price, charges, refunds,
        given_back)
      from orders left join moved on moved.order_id = orders.id left join given on given.order_id = orders.id
      where charges is distinct from array[-price - coalesce(given.refunded, 0)]
        or refunds is distinct from case state when 'cancelled' then array[price - given_back] end
        or exchanged is distinct from coalesce(given.refunded, 0)
        or given_back not between 0 and price
    union all
    select 'I9', format('customer %s was told that order %s is %s, which it is not', answer.customer_id, order_id, verdict)
      from idempotency_answer answer left join orders on orders.id = order_id and orders.customer_id = answer.customer_id
      where verdict = 'cancelled' and orders.state is distinct from 'cancelled'
    union all
    select 'I9', format('order %s was %s under %s keys', order_id, verdict, count(*))
      from idempotency_answer where verdict = 'cancelled' group by order_id, verdict having count(*) > 1
    union all
    select 'I9', format('customer %s: the %s of key %s was kept as an answer', customer_id, verdict, key)
      from idempotency_answer
      where verdict like 'question%' or verdict in ('ordered', 'key-reused', 'on-exchange', 'from-kitchen')
    union all
    select 'I9', format('customer %s was answered twice under key %s', customer_id, key)
      from (
        select customer_id, key from orders where key is not null
        union all select customer_id, key from cart
        union all select customer_id, key from idempotency_answer
      ) answered group by customer_id, key having count(*) > 1
    union all
    select 'I11', format('rows of %s could be changed: its guard %s_append_only is %s', guarded.name, relname,
        case when tgenabled is null then 'missing' else 'off' end)
      from unnest(array['movement', 'bill', 'bill_item', 'payments.payment_event', 'audit_event', 'terms',
        'terms_text', 'terms_consent']) guarded(name)
      join pg_class on pg_class.oid = guarded.name::regclass
      left join pg_trigger on tgrelid = pg_class.oid and tgname = relname || '_append_only'
      where tgenabled is distinct from 'O'
    union all
    select 'I12', format('order %s (%s): %s portions held, %s given away, %s taken, charged %s at %s each', orders.id,
        state, quantity, coalesce(given.portions, 0), taken.portions, price + coalesce(given.refunded, 0), unit_price)
      from orders left join given on given.order_id = orders.id left join taken on taken.order_id = orders.id
      where quantity + coalesce(given.portions, 0) <> coalesce(taken.portions, quantity + coalesce(given.portions, 0))
        or price + coalesce(given.refunded, 0) <> order_price(unit_price, quantity + coalesce(given.portions, 0))
        or (quantity = 0) <> (state = 'exchanged')
        or (offered_at is not null and (state <> 'placed' or collected_at is not null))
    union all
    select 'I12', format('exchange %s: order %s of customer %s went to order %s of customer %s', exchange.id,
        source.id, source.customer_id, target.id, target.customer_id)
      from exchange join orders source on source.id = given_order_id join orders target on target.id = taken_order_id
      where source.offering_id <> target.offering_id or source.customer_id = target.customer_id
        or giver_id <> source.customer_id or exchanged_at <> target.placed_at
    union all
    select 'I13', format('customer %s: %s drawn of bonuses, %s used on bills, %s put on the account', customer_id,
        coalesce(drawn, 0), coalesce(used, 0), coalesce(credited, 0))
      from (select customer_id, sum(drawn) as drawn from bonus group by customer_id) granted
      full join (select customer_id, sum(used_bonus) as used from bill group by customer_id) billed using (customer_id)
      full join (
        select customer_id, sum(amount) as credited from movement where kind = 'bonus' group by customer_id
      ) moved using (customer_id)
      where coalesce(drawn, 0) <> coalesce(used, 0) or coalesce(used, 0) <> coalesce(credited, 0)
    union all
    select 'I14', format('movement %s (%s by "%s") does not tell whose it is, or when', movement.id, kind, actor)
      from movement
      left join account on account.customer_id = movement.customer_id
      left join orders on orders.id = order_id
      where actor = '' or account.customer_id is null
        or (order_id is not null and orders.customer_id is distinct from movement.customer_id)
        or occurred_at <> case kind when 'order' then placed_at when 'cancel' then cancelled_at end
    union all
    select 'I14', format('order %s costs %s a portion, and what was chosen with it %s', id, unit_price, chosen)
      from orders
      cross join lateral (
        select coalesce(sum((option ->> 'price')::bigint), 0) as chosen from jsonb_array_elements(modifiers) option
      ) priced
      where chosen > unit_price
    union all
    select 'I15', format('cart %s (%s) of customer %s has %s orders of %s', cart.id, cart.price, cart.customer_id,
        count(orders.id), coalesce(sum(-charged.amount), 0))
      from cart
      left join orders on orders.cart_id = cart.id and orders.customer_id = cart.customer_id
        and orders.placed_at = coalesce(cart.decided_at, cart.placed_at)
      left join movement charged on charged.order_id = orders.id and charged.kind = 'order'
      where cart.state = 'ordered'
      group by cart.id
      having coalesce(sum(-charged.amount), 0) <> cart.price
        or count(orders.id) <> (select count(*) from orders line where line.cart_id = cart.id) or count(orders.id) = 0
    union all
    select 'I15', format('cart %s (%s, %s) has %s orders, lines of %s, and the payment %s', cart.id, cart.state,
        cart.price, ordered, lines, payment.state)
      from cart
      cross join lateral (select count(*) as ordered from orders where cart_id = cart.id) placed
      cross join lateral (select coalesce(sum(price), 0) as lines from cart_line where cart_id = cart.id) held
      left join payments.payment on payment.cart_id = cart.id
      where cart.payment_type = 'creditcard' and (
        lines <> cart.price or (ordered > 0) <> (cart.state = 'ordered') or payment.amount is distinct from cart.price
        or payment.customer_id <> cart.customer_id
        or (cart.state = 'held') <> (payment.state in ('created', 'redirected', 'authorised'))
        or (cart.state = 'ordered') <> coalesce(payment.used_for = 'cart', false))
    union all
    select 'I16', format('payment %s (%s of %s, %s) of customer %s is booked as %s', payment.id, payment.state,
        payment.amount, payment.refunded, payment.customer_id, credited.amount)
      from payments.payment
      left join movement credited on credited.reference = 'payment ' || payment.public_id
      where case when payment.state in ('settled', 'refunded')
        then (credited.customer_id, credited.kind, credited.amount, credited.gateway)
          is distinct from (payment.customer_id, 'top-up', payment.amount, -payment.amount)
        else credited.id is not null end
    union all
    select 'I16', format('refund %s (%s, %s) of payment %s left the account as %s', refund.id, refund.state, refund.amount,
        payment.id, taken.amount)
      from payments.refund
      join payments.payment on payment.id = refund.payment_id
      left join movement taken on taken.reference = 'payment-refund ' || refund.id
      left join movement back on back.reverses = taken.id
      where (taken.customer_id, taken.amount, taken.gateway)
          is distinct from (payment.customer_id, -refund.amount, refund.amount)
        or (refund.state = 'refused') <> (back.id is not null)
    union all
    select 'I16', format('payment %s says that %s went back, and its refunds are %s', payment.id, refunded, asked)
      from payments.payment
      cross join lateral (
        select coalesce(sum(refund.amount), 0) as asked from payments.refund
        where refund.payment_id = payment.id and refund.state <> 'refused'
      ) refunds
      where refunded <> asked
    union all
    select 'I16', format('movement %s of customer %s says it is %s, and there is none', movement.id, movement.customer_id,
        reference)
      from movement
      where (gateway <> 0 and reference like 'payment %' and not exists (
          select from payments.payment where 'payment ' || public_id = movement.reference))
        or (gateway <> 0 and reference like 'payment-refund %' and not exists (
          select from payments.refund where 'payment-refund ' || refund.id = movement.reference))
    union all
    select 'I14', format('order %s of customer %s is for a dish or a day that is not there', orders.id, orders.customer_id)
      from orders left join offering on offering.id = offering_id and offering.day = orders.day
      where offering.id is null
    union all
    select 'I17', format('bill %s of %s (%s, %s) has items of %s (%s, %s)', bill.id, bill.price, bill.tax_subsidy,
        bill.non_tax_subsidy, sum(item.price), sum(item.tax_subsidy), sum(item.non_tax_subsidy))
      from bill left join bill_item item on item.bill_id = bill.id
      group by bill.id
      having (bill.price, bill.tax_subsidy, bill.non_tax_subsidy)
        is distinct from (sum(item.price), sum(item.tax_subsidy), sum(item.non_tax_subsidy))
    union all
    select 'I17', format('order %s of customer %s (%s portions, %s) is on bill %s of customer %s (%s portions, %s)',
        orders.id, orders.customer_id, orders.quantity, orders.price, bill.id, bill.customer_id, item.quantity, item.price)
      from bill_item item
      join bill on bill.id = item.bill_id
      join canteen on canteen.id = bill.canteen_id
      left join orders on orders.id = item.order_id
      where orders.state is distinct from 'placed' or orders.quantity <> item.quantity or item.price > orders.price
        or (orders.tax_subsidy, orders.non_tax_subsidy) <> (item.tax_subsidy, item.non_tax_subsidy)
        or not orders.billed or orders.collected_at > bill.closed_at
        or (orders.collected_at < bill.closed_at
          and bill.closed_at <> (bill.day + 1)::timestamp at time zone canteen.time_zone - interval '1 ms')
        or (item.customer_id, item.day) <> (bill.customer_id, bill.day) or orders.customer_id <> bill.customer_id
    union all
    select 'I17', format('order %s (%s) counts as billed and is on no bill', orders.id, state)
      from orders left join bill_item on order_id = orders.id
      where billed and order_id is null
    union all
    select 'I17', format('order %s was handed out without a bill', orders.id)
      from orders
      join offering on offering.id = offering_id
      join canteen on canteen.id = offering.canteen_id
      where orders.state = 'placed' and collected_at is not null and not billed and bill_closing <> 'day-end'
    union all
    select 'I17', format('canteen %s has %s bills up to number %s, of %s given', canteen_id, count(*), max(serial_number),
        last_number)
      from bill left join bill_counter using (canteen_id)
      group by canteen_id, last_number
      having count(*) <> max(serial_number) or last_number is distinct from max(serial_number)
  `);
  return rows;
}

/** How much a check of the ledger looked at. */
export type LedgerExtent = { accounts: number; orders: number; movements: number };

/** Counts what `checkLedger` looks at. */
export async function ledgerExtent(database: Database): Promise<LedgerExtent> {
  const { rows } = await database.pool.query<LedgerExtent>(`
    select (select count(*) from account) as accounts, (select count(*) from orders) as orders,
      (select count(*) from movement) as movements
  `);
  return rows[0] ?? { accounts: 0, orders: 0, movements: 0 };
}
