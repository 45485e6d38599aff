import type { customer } from '@refectory/contract/customer';

import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { capabilitiesOf } from '../session/session-handlers.ts';
import type { customerQueries } from './customer-queries.ts';

/** The handlers of customers. */
export function customerHandlers(
  queries: ReturnType<typeof customerQueries>,
  settings: Parameters<typeof capabilitiesOf>[0],
): ServerHandlers<typeof customer> {
  return {
    async getCustomer({ session, now }) {
      const row = await queries.find(session.customerId, now);
      // The session may be a second old, and the customer gone since.
      if (!row) throw refuse('sessionMissing');
      return {
        id: row.id,
        customerId: row.id,
        userName: row.userName,
        type: row.type,
        companyName: row.companyName ?? undefined,
        firstName: row.firstName ?? undefined,
        lastName: row.lastName ?? undefined,
        email: row.email ?? undefined,
        wantedEmail: row.wantedEmail ?? undefined,
        additionalData: row.additionalData,
        cardStatus: row.cardStatus,
        // It signs in at every terminal, also when the card that was found is blocked.
        ...(row.virtualCard !== null &&
          (session.needsPassword ? { webidentcodeNeedsPassword: true } : { webidentcode: row.virtualCard })),
        supportedTopUpPayment: settings.topUpGateways.map(({ id }) => id),
        capabilities: capabilitiesOf(settings),
      };
    },
  };
}
