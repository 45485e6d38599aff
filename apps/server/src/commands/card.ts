import { cardDigest, cardStatusOf, giveCard, revokeCard, setCardBlocked } from '@refectory/database/cards';
import { inTransaction } from '@refectory/database/transaction';
import { normalCardNumber, type CardStatus } from '@refectory/domain/card';
import { Command, InvalidArgumentError } from 'commander';

import type { CommandContext, MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';
import { CommandError } from './command-error.ts';
import { textOption } from './typed-text.ts';

const USER_NAME = ['<user name>', 'the customer'] as const;

/** `refectory card` */
export const cardCommand: MakeCommand = (context) =>
  new Command('card')
    .summary("gives, blocks and revokes customers' cards")
    .description(
      'Looks after the plastic cards of customers. Only a digest of a number is stored, so numbers are not shown again.',
    )
    .addCommand(
      new Command('give')
        .summary('gives a customer a card')
        .description('Gives a customer a card in place of the one before.')
        .argument(...USER_NAME)
        .argument('<number>', 'what a reader reads of the card', cardNumber)
        .addHelpText('after', '\nExample:\n  npx refectory card give anna 04A1B2C3D4E5F6')
        .action((userName: string, number: string) => give(context, userName, number)),
    )
    .addCommand(
      new Command('block')
        .summary("blocks a customer's card")
        .description(
          'Blocks a customer\'s card. The customer, or "npx refectory card unblock", makes it usable again.',
        )
        .argument(...USER_NAME)
        .addHelpText('after', '\nExample:\n  npx refectory card block anna')
        .action((userName: string) => setBlocked(context, userName, true)),
    )
    .addCommand(
      new Command('unblock')
        .summary('makes a blocked card usable again')
        .description("Makes a customer's blocked card usable again.")
        .argument(...USER_NAME)
        .addHelpText('after', '\nExample:\n  npx refectory card unblock anna')
        .action((userName: string) => setBlocked(context, userName, false)),
    )
    .addCommand(
      new Command('revoke')
        .summary("takes a customer's card away")
        .description("Takes a customer's card away, blocked or not: it can be given to somebody else.")
        .argument(...USER_NAME)
        .addHelpText('after', '\nExample:\n  npx refectory card revoke anna')
        .action((userName: string) => revoke(context, userName)),
    )
    .addCommand(
      new Command('show')
        .summary("says whether a customer's card works")
        .description('Says whether a customer has a card, and whether it works.')
        .argument(...USER_NAME)
        .addHelpText('after', '\nExample:\n  npx refectory card show anna')
        .action((userName: string) => show(context, userName)),
    );

const numberText = textOption(100);

function cardNumber(typed: string): string {
  const number = normalCardNumber(numberText(typed));
  if (number !== '') return number;
  throw new InvalidArgumentError('It has to be the number of a card.');
}

async function give(
  { withDatabase, now, actor, tell }: CommandContext,
  userName: string,
  number: string,
): Promise<void> {
  await withDatabase(async (database) => {
    const { id: customerId } = await customerOf(database, userName);
    const digest = await cardDigest(database, number);
    const isGiven = await inTransaction(database, (transaction) =>
      giveCard(transaction, { customerId, digest, actor, now: now() }),
    );
    if (!isGiven)
      throw new CommandError('Another customer has this card: revoke it there first, or give another one.');
  });
  tell(`"${userName}" has the card now.`);
}

async function setBlocked(
  { withDatabase, now, actor, tell }: CommandContext,
  userName: string,
  isBlocked: boolean,
): Promise<void> {
  await withDatabase(async (database) => {
    const { id: customerId } = await customerOf(database, userName);
    const isChanged = await inTransaction(database, (transaction) =>
      setCardBlocked(transaction, { customerId, isBlocked, actor, now: now() }),
    );
    if (!isChanged && (await cardStatusOf(database, customerId)) === 'NONE')
      throw new CommandError(`"${userName}" has no card: give one with "npx refectory card give".`);
    const state = isBlocked ? 'is blocked' : 'can be used';
    tell(isChanged ? `The card of "${userName}" ${state}.` : `The card of "${userName}" ${state} as before.`);
  });
}

async function revoke({ withDatabase, now, actor, tell }: CommandContext, userName: string): Promise<void> {
  await withDatabase(async (database) => {
    const { id: customerId } = await customerOf(database, userName);
    const isRevoked = await inTransaction(database, (transaction) =>
      revokeCard(transaction, { customerId, actor, now: now() }, { alsoBlocked: true }),
    );
    tell(isRevoked ? `The card of "${userName}" was revoked.` : `"${userName}" had no card.`);
  });
}

const statusTexts: Readonly<Record<CardStatus, string>> = {
  NONE: 'has no card',
  BLOCKED: 'has a card that is blocked',
  USED: 'has a card that can be used',
};

async function show({ withDatabase, tell }: CommandContext, userName: string): Promise<void> {
  await withDatabase(async (database) => {
    const { id } = await customerOf(database, userName);
    tell(`"${userName}" ${statusTexts[await cardStatusOf(database, id)]}.`);
  });
}
