import type { RefusalCode } from '@refectory/contract/errors';
import type { Pairing, pairing, PairingAnswer } from '@refectory/contract/pairing';
import type { Settings } from '@refectory/contract/settings';
import type { AuditKind } from '@refectory/database/schema';
import type { Database } from '@refectory/database/database';
import { isConfirmationUrl } from '@refectory/database/pairings';
import {
  pairingActions,
  sortedPairings,
  type PairingAction,
  type PairingStatus,
} from '@refectory/domain/pairing';

import { recordEvent } from '../audit/audit-queries.ts';
import type { CallContexts } from '../http/call-context.ts';
import type { ChangeOnce } from '../http/change-once.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { serverZone } from '../server-zone.ts';
import { pairingQueries, type PairingKey, type PairingRow } from './pairing-queries.ts';

/** What each action makes of a pairing, and how it is recorded. */
const outcomes = {
  confirm: { status: 'valid', kind: 'pairing-confirmed' },
  reject: { status: 'rejected', kind: 'pairing-rejected' },
  delete: { status: 'removed', kind: 'pairing-removed' },
  invalidate: { status: 'invalid', kind: 'pairing-ended' },
} as const satisfies Record<
  PairingAction,
  { status: Exclude<PairingStatus, 'pending' | 'missed'> | 'removed'; kind: AuditKind }
>;

/** Why a pairing of a status cannot be changed as was asked. */
const refusals: Readonly<Record<PairingStatus, RefusalCode>> = {
  pending: 'pairingPending',
  valid: 'pairingConfirmed',
  rejected: 'pairingRejected',
  invalid: 'pairingInvalid',
  missed: 'pairingMissed',
};

/** The handlers of pairings. */
export function pairingHandlers(services: {
  readonly database: Database;
  readonly settings: Settings;
  readonly changeOnce: ChangeOnce;
}): ServerHandlers<typeof pairing> {
  const { database, settings, changeOnce } = services;
  const queries = pairingQueries(database);

  function refuseSwitchedOff(): void {
    if (!settings.allowPairingManagement) throw refuse('switchedOff');
  }

  /** Carries an action out, once, and answers with the pairing's new status. */
  async function act(
    context: CallContexts['session'],
    key: PairingKey,
    action: PairingAction,
  ): Promise<PairingAnswer> {
    const { now } = context;
    refuseSwitchedOff();
    const { status, kind } = outcomes[action];
    await changeOnce(context, async () => async (transaction) => {
      const found = await queries.lock(transaction, key, now);
      if (found === undefined) throw refuse('unknownPairing');
      if (!pairingActions(shown(found)).includes(action)) throw refuse(refusals[found.status]);
      await queries.setStatus(transaction, found.token, status, now);
      const { customerId, loyaltySystem } = found;
      await recordEvent(transaction, { customerId, kind, details: { loyaltySystem }, now });
    });
    if (action !== 'confirm') return {};
    const confirmed = await queries.find(key, now);
    return { externalSystemConfirmationURL: confirmed && confirmationUrl(confirmed) };
  }

  const ownKey = (
    { session }: CallContexts['customer'],
    { pairingToken }: { readonly pairingToken: string },
  ): PairingKey => ({ customerId: session.customerId, token: pairingToken });

  return {
    async getPairing(context, { query }) {
      refuseSwitchedOff();
      const found = await queries.find(ownKey(context, query), context.now);
      if (found === undefined) throw refuse('unknownPairing');
      return shown(found);
    },

    async listPairings({ session, now }) {
      refuseSwitchedOff();
      const rows = await queries.list(session.customerId, now);
      return { pairings: sortedPairings(rows.map(shown), serverZone(settings)) };
    },

    confirmPairing: (context, { body }) => act(context, ownKey(context, body), 'confirm'),
    rejectPairing: (context, { body }) => act(context, ownKey(context, body), 'reject'),
    deletePairing: (context, { body }) => act(context, ownKey(context, body), 'delete'),
    invalidatePairing: (context, { body }) => act(context, ownKey(context, body), 'invalidate'),
    confirmPairingByString: (context, { body }) => act(context, { text: body.pairingString }, 'confirm'),
    rejectPairingByString: (context, { body }) => act(context, { text: body.pairingString }, 'reject'),
  };
}

/** Where the customer goes on after confirming, as long as the loyalty system may lead customers there. */
function confirmationUrl({ confirmationUrl: address, origin }: PairingRow): string | undefined {
  return address !== null && isConfirmationUrl(address, origin) ? address : undefined;
}

/** A pairing as the API has it; the text that answers it without a login is nowhere to be read. */
function shown(row: PairingRow): Pairing {
  return {
    pairingStatus: row.status,
    pairedDT: row.pairedAt ?? undefined,
    invalidDT: row.invalidAt ?? undefined,
    pairingRequestDT: row.requestedAt,
    requestValidTillDT: row.validTill,
    loyaltySystem: row.loyaltySystem,
    externalSystemCustomerName: row.externalCustomerName ?? undefined,
    pairingNote: row.note ?? undefined,
    pairingToken: row.token,
    pairingString: undefined,
  };
}
