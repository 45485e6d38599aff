import type { Database } from '@refectory/database/database';
import type { Transaction } from '@refectory/database/transaction';

import { isCustomerSession } from '../session/sessions.ts';
import { tokenHash } from '../session/session-token.ts';
import type { CallContexts } from './call-context.ts';
import { changeOnceQueries } from './change-once-queries.ts';
import { refuse } from './refusal.ts';

type Context = CallContexts['session'];

/** What is done in the transaction of a change. */
export type Change = (transaction: Transaction) => Promise<void>;

/**
 * Makes the change of a call, once for each idempotency key of its caller. `prepare` does what takes long, before the
 * transaction begins, and answers the change. A repeat does nothing and is answered like the first call; one that comes
 * while the first runs is refused, and so is a key that was used for another change.
 */
export type ChangeOnce = (context: Context, prepare: () => Promise<Change>) => Promise<void>;

/** Whose key it is: a guest's holds for their session. */
function callerOf({ session }: Context): string {
  return isCustomerSession(session)
    ? `customer ${session.customerId}`
    : `guest ${tokenHash(session.token).toString('base64url')}`;
}

/** Changes that are made once, over a database. */
export function createChangeOnce(database: Database): ChangeOnce {
  const queries = changeOnceQueries(database);
  const underWay = new Set<string>();

  return async (context, prepare) => {
    const { idempotency, now } = context;
    const caller = callerOf(context);
    const place = `${caller} ${idempotency.key}`;
    if (underWay.has(place)) throw refuse('requestInFlight');
    underWay.add(place);
    try {
      let verdict = await queries.find(caller, idempotency);
      if (verdict === 'new') verdict = await queries.make(caller, idempotency, now, await prepare());
      if (verdict === 'reused') throw refuse('keyReused');
      if (verdict === 'made') context.markReplayed();
    } finally {
      underWay.delete(place);
    }
  };
}
