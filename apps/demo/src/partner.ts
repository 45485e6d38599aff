import {
  addLoyaltySystem,
  findLoyaltySystem,
  pairingOutcomes,
  requestPairing,
  withdrawPairing,
  type LoyaltySystem,
} from '@refectory/database/pairings';
import { findCustomer } from '@refectory/database/customers';
import type { Database } from '@refectory/database/database';
import { escaped } from '@refectory/server/mail/write-mail';
import type { FastifyInstance } from 'fastify';

import { demoPage } from './demo-page.ts';
import { demoAccounts } from './seed.ts';
import { serveDemoPage } from './serve-demo-page.ts';

/** Where the loyalty system of the demo is played. */
export const PARTNER_PATH = '/partner';

const NAME = 'Bonus Klub';
const DAY_MS = 24 * 60 * 60_000;
/** Requests that the page shows, the newest first. */
const MOST_SHOWN = 20;

type Partner = { readonly database: Database; readonly clock: () => number };

async function systemOf({ database, clock }: Partner): Promise<LoyaltySystem> {
  const known = await findLoyaltySystem(database, NAME);
  if (known) return known;
  await addLoyaltySystem(database, { name: NAME, now: clock() });
  return systemOf({ database, clock });
}

/** Asks a customer for a pairing; answers what the system would send them, as links. */
async function ask(partner: Partner, system: LoyaltySystem, sent: URLSearchParams): Promise<string> {
  const { database, clock } = partner;
  const userName = sent.get('userName') ?? '';
  const customer = await findCustomer(database, userName);
  if (!customer) return '<p role="status">There is no such customer.</p>';
  const name = sent.get('name')?.trim().slice(0, 100);
  const now = clock();
  const { token, text } = await requestPairing(database, {
    customerId: customer.id,
    loyaltySystemId: system.id,
    externalCustomerName: name || undefined,
    now,
    validTill: now + DAY_MS,
  });
  const links = [
    [`/pairing/${token}`, 'Answer signed in'],
    [`/pairingconfirm/${text}`, 'Confirm without signing in'],
    [`/pairingreject/${text}`, 'Decline without signing in'],
  ];
  return `<section><h2>${escaped(userName)} was asked</h2><p role="status">This is what ${NAME} would send.</p>
${links.map(([path, label]) => `<p><a href="${path}">${label}</a></p>`).join('\n')}</section>`;
}

/** Does what a button of the page says; answers what is to be shown of it. */
async function act(partner: Partner, system: LoyaltySystem, sent: URLSearchParams): Promise<string> {
  if (sent.get('action') === 'ask') return ask(partner, system, sent);
  const isEnded = await withdrawPairing(partner.database, {
    loyaltySystemId: system.id,
    token: sent.get('token') ?? '',
    now: partner.clock(),
  });
  return `<p role="status">${isEnded ? 'Done.' : 'It had ended before.'}</p>`;
}

async function draw(partner: Partner, sent: URLSearchParams | undefined): Promise<string> {
  const system = await systemOf(partner);
  const happened = sent ? await act(partner, system, sent) : '';
  const outcomes = await pairingOutcomes(partner.database, system.id, partner.clock());
  const rows = outcomes.slice(0, MOST_SHOWN).map(({ token, status, externalCustomerName }) => {
    const end =
      status === 'pending' ? 'Let the time run out' : status === 'valid' ? 'End the pairing' : undefined;
    const form =
      end === undefined
        ? ''
        : `<form method="post"><input type="hidden" name="action" value="end"><input type="hidden" name="token" value="${escaped(token)}"><button>${end}</button></form>`;
    return `<article><h2>${escaped(externalCustomerName ?? 'Without a name')}</h2><p>${status}</p>${form}</article>`;
  });
  const options = demoAccounts.map(({ userName }) => `<option>${escaped(userName)}</option>`).join('');
  return demoPage(
    NAME,
    'A loyalty system outside the canteen, played by the demo: ask a customer to pair their account, and see what becomes of it.',
    `${happened}
<section><h2>Ask for a pairing</h2>
<form method="post"><input type="hidden" name="action" value="ask">
<label>Customer<select name="userName">${options}</select></label>
<label>Their name here<input name="name" maxlength="100" required></label>
<button>Ask</button></form></section>
${rows.join('\n')}`,
  );
}

/** Serves the page on which the demo plays a loyalty system. */
export function servePartner(app: FastifyInstance, partner: Partner): Promise<void> {
  return serveDemoPage(app, PARTNER_PATH, (sent) => draw(partner, sent));
}
