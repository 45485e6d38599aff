import { explainCharge, type ChargeExplanation } from '@refectory/database/explain-charge';
import { money, unitPriceToDecimal, type UnitPrice } from '@refectory/domain/money';
import type { PaymentType } from '@refectory/domain/payment';
import { textIn } from '@refectory/domain/texts';
import { Command } from 'commander';

import { amountText, type MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { HOW_SERVED } from './how-served.ts';
import { orderNumberOption } from './order-number.ts';

/** `refectory explain-charge` */
export const explainChargeCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('explain-charge')
    .summary('says why an order was charged')
    .description(
      'Explains why a customer was charged for an order: which price applied, how many portions, what subsidies ' +
        'paid, what was on the account before and after, and what became of the order. Changes nothing.',
    )
    .argument('<order>', 'the number of the order', orderNumberOption)
    .addHelpText('after', '\nExample:\n  npx refectory explain-charge 1207')
    .action((orderId: number) =>
      withDatabase(async (database) => {
        const explained = await explainCharge(database, orderId);
        if (explained === undefined)
          throw new CommandError(`There is no order ${orderId}: check the number.`);
        for (const line of explanation(orderId, explained)) tell(line);
      }),
    );

type Movement = ChargeExplanation['movements'][number];

const WHAT = {
  order: 'charged',
  cancel: 'given back, since the order was cancelled',
  exchange: 'given back, since somebody else took portions',
  refund: 'refunded',
  reversal: 'taken back, since the refund was a mistake',
  opening: 'booked',
  'top-up': 'booked',
  debit: 'debited',
  correction: 'corrected',
  bonus: 'paid by a bonus',
} as const satisfies Record<Movement['kind'], string>;

const BECAME = { cancelled: 'was cancelled', exchanged: 'was taken by somebody else' } as const;

/** As an amount, and with the decimals that only prices of a portion have. */
const unitPriceText = (price: UnitPrice) =>
  unitPriceToDecimal(price).toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
    useGrouping: false,
  });

const absolute = (amount: number) => amountText(money(Math.abs(amount)));

/** What each way to pay means. */
const PAID = {
  creditcard: 'by card',
  account: 'from the account',
  pickup: 'from the account; the money for it is taken when the meal is picked up, and booked as a top-up',
  delivery: 'from the account; the money for it is taken when the meal is delivered, and booked as a top-up',
} as const satisfies Record<PaymentType, string>;

function cartLines({ paymentType, delivery, paymentId }: ChargeExplanation): string[] {
  if (paymentType === null) return [];
  const payment = paymentId === null ? '' : `, payment ${paymentId}`;
  const handed = delivery === null ? '' : ` The meal ${HOW_SERVED[delivery]}.`;
  return [`The cart is paid ${PAID[paymentType]}${payment}.${handed}`];
}

function modifierLines({ modifiers, unitPrice }: ChargeExplanation): string[] {
  if (modifiers.length === 0) return [];
  const chosen = modifiers.map(({ name, price }) => `"${textIn(name, 'en')}" for ${unitPriceText(price)}`);
  const dish = modifiers.reduce<number>((rest, { price }) => rest - price, unitPrice);
  return [
    `That is ${unitPriceText(dish as UnitPrice)} for the dish, and what was chosen with it: ${chosen.join(', ')}.`,
  ];
}

function explanation(orderId: number, order: ChargeExplanation): string[] {
  const at = (moment: number) =>
    new Date(moment).toLocaleString('sv', {
      timeZone: order.timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
  const portions = order.ordered === 1 ? '1 portion' : `${order.ordered} portions`;
  const [charge] = order.movements;
  const subsidies = [
    ['tax', charge?.taxSubsidy ?? 0],
    ['non-tax', charge?.nonTaxSubsidy ?? 0],
  ] as const;
  const paid = subsidies.flatMap(([name, amount]) =>
    amount === 0 ? [] : [`the ${name} subsidy ${amount < 0 ? 'paid' : 'got'} ${absolute(amount)}`],
  );
  const inCart = order.cartId === null ? '' : `, in cart ${order.cartId}`;
  const became =
    order.state === 'placed'
      ? order.collectedAt !== null
        ? `was handed out at ${at(order.collectedAt)}`
        : order.offeredAt !== null
          ? 'is offered to others'
          : 'stands'
      : BECAME[order.state];
  return [
    `Order ${orderId} of "${order.userName}": ${portions} of "${textIn(order.dish, 'en')}" for ${order.day}, canteen "${order.canteen}"${inCart}.`,
    `A portion costs ${unitPriceText(order.unitPrice)} at the price level "${order.priceLevel}": ${absolute(charge?.amount ?? 0)} for ${portions}.`,
    ...modifierLines(order),
    paid.length === 0 ? 'No subsidy paid for it.' : `Besides, ${paid.join(' and ')}.`,
    ...cartLines(order),
    ...order.movements.map(
      ({ kind, amount, balance, actor, reason, occurredAt }) =>
        `${at(occurredAt)} by ${actor}: ${absolute(amount)} ${WHAT[kind]}; the balance was ${amountText(money(balance - amount))} before and ${amountText(balance)} after${reason === null ? '' : ` (reason: ${reason})`}.`,
    ),
    `The order ${became}.`,
  ];
}
