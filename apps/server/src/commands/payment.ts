import type { Database } from '@refectory/database/database';
import { eventsOfPayment, findPayment, latestPayments, type Payment } from '@refectory/database/payments';
import { askRefund } from '@refectory/database/refunds';
import { money, type Money } from '@refectory/domain/money';
import { Command } from 'commander';

import { amountOption, amountText, countOption, type CommandContext, type MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';
import { CommandError } from './command-error.ts';
import { table } from './table.ts';
import { textOption } from './typed-text.ts';

const MOST_SHOWN = 1_000;
const HEADER = ['Payment', 'When', 'Who', 'For', 'Amount', 'State', 'Gateway'];

/** `refectory payment` */
export const paymentCommand: MakeCommand = (context) =>
  new Command('payment')
    .summary('lists payments at gateways, explains one, and sends one back')
    .description('Looks after the payments that customers made by card: top-ups of accounts, and carts.')
    .addCommand(listCommand(context))
    .addCommand(showCommand(context))
    .addCommand(refundCommand(context));

const listCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('list')
    .summary('shows the latest payments')
    .description('Shows the latest payments, the oldest of them first. Times are in UTC. Changes nothing.')
    .argument('[user name]', 'those of one customer')
    .option('--open', 'only those of which the gateway has not said the end')
    .option('--latest <count>', 'how many', countOption(MOST_SHOWN), 20)
    .addHelpText('after', '\nExample:\n  npx refectory payment list anna')
    .action((userName: string | undefined, { open = false, latest }: { open?: boolean; latest: number }) =>
      withDatabase(async (database) => {
        const customer = userName === undefined ? undefined : await customerOf(database, userName);
        const payments = await latestPayments(database, {
          customerId: customer?.id,
          isOpen: open,
          count: latest,
        });
        if (payments.length === 0) tell('There are no such payments.');
        else for (const line of table(HEADER, payments.map(rowOf))) tell(line);
      }),
    );

const rowOf = (payment: Payment & { readonly userName: string }) => [
  payment.publicId,
  momentText(payment.createdAt),
  payment.userName,
  payment.cartId === null ? 'top-up' : `cart ${payment.cartId}`,
  amountText(payment.amount),
  payment.state,
  payment.gateway,
];

const showCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('show')
    .summary('says what happened to a payment')
    .description(
      'Says what a payment was for, where its money went, and everything that was heard of it. Moments are in ' +
        'UTC. Changes nothing.',
    )
    .argument('<payment>', 'the payment, as "npx refectory payment list" shows it')
    .addHelpText('after', '\nExample:\n  npx refectory payment show kVqY1JbTq0aC4mN8')
    .action((publicId: string) =>
      withDatabase(async (database) => {
        const payment = await paymentOf(database, publicId);
        for (const line of explained(payment)) tell(line);
        for (const { happenedAt, kind, source, details } of await eventsOfPayment(database, payment.id)) {
          const said = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
          tell(
            `${momentText(happenedAt)} ${kind}, by ${source}${said.length === 0 ? '' : ` (${said.join(', ')})`}`,
          );
        }
      }),
    );

/** Where the money of a payment went. */
const WENT = { account: 'to the account', cart: 'to the orders of the cart' } as const;

function explained(payment: Payment): string[] {
  const { publicId, amount, currency, cartId, gateway, reference, state, usedFor, refunded } = payment;
  return [
    `Payment ${publicId} of ${amountText(amount)}${currency === null ? '' : ` ${currency}`} at "${gateway}", for ${cartId === null ? 'a top-up' : `cart ${cartId}`}: ${state}.`,
    ...(reference === null ? [] : [`The gateway calls it ${reference}.`]),
    usedFor === null ? 'No money was moved for it.' : `Its money went ${WENT[usedFor]}.`,
    ...(refunded > 0 ? [`Of it ${amountText(refunded)} went back to the card.`] : []),
  ];
}

type RefundOptions = { readonly reason: string; readonly amount?: Money };

const refundCommand: MakeCommand = (context) =>
  new Command('refund')
    .summary('sends money of a payment back to the card')
    .description(
      'Takes money of a payment off the account and has the service of payments send it back to the card; what the ' +
        'gateway refuses to send back returns to the account. To give money back for a meal, cancel its order or use ' +
        '"npx refectory refund" first: then it is on the account.',
    )
    .argument('<payment>', 'the payment, as "npx refectory payment list" shows it')
    .requiredOption('--reason <text>', 'why, for the record', textOption(200))
    .option('--amount <amount>', 'how much, such as 49.90; all that is left of it by default', amountOption)
    .addHelpText(
      'after',
      '\nExample:\n  npx refectory payment refund kVqY1JbTq0aC4mN8 --reason "paid by mistake"',
    )
    .action((publicId: string, options: RefundOptions) => refund(context, publicId, options));

async function refund(
  { withDatabase, now, tell, actor }: CommandContext,
  publicId: string,
  { reason, amount: wanted }: RefundOptions,
): Promise<void> {
  await withDatabase(async (database) => {
    const payment = await paymentOf(database, publicId);
    const amount = wanted ?? money(payment.amount - payment.refunded);
    if (amount === 0) throw new CommandError(`All of payment ${publicId} has already gone back to the card.`);
    const verdict = await askRefund(database, { paymentId: payment.id, amount, reason, actor, now: now() });
    switch (verdict.verdict) {
      case 'asked':
        tell(
          `${amountText(amount)} left the account, whose balance is ${amountText(verdict.balance)}, and goes back to the card: "npx refectory payment show ${publicId}" says when it did.`,
        );
        return;
      case 'not-settled':
        throw new CommandError(`Payment ${publicId} is ${payment.state}: no money was moved for it.`);
      case 'more-than-paid':
        throw new CommandError(`At most ${amountText(verdict.amount)} of payment ${publicId} can go back.`);
      case 'insufficient-funds':
        throw new CommandError(
          `The account has ${amountText(verdict.balance)}, which is less than ${amountText(amount)}: money that was spent cannot go back to the card.`,
        );
    }
  });
}

async function paymentOf(database: Database, publicId: string): Promise<Payment> {
  const payment = await findPayment(database, publicId);
  if (payment === undefined)
    throw new CommandError(`There is no payment "${publicId}": "npx refectory payment list" shows them.`);
  return payment;
}

const momentText = (moment: number) => new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
