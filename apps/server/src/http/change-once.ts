import type { Database } from '@refectory/database/database';
import { queuesByKey } from '@refectory/database/queues-by-key';
import { tokenHash } from '@refectory/database/session-token';
import type { Transaction } from '@refectory/database/transaction';

import { isCustomerSession } from '../session/sessions.ts';
import { slowDigest } from '../session/password-hash.ts';
import type { SignInTurns } from '../session/sign-in-turns.ts';
import type { CallContexts } from './call-context.ts';
import { changeOnceQueries } from './change-once-queries.ts';
import { refuse } from './refusal.ts';

type Context = Pick<CallContexts['session'], 'session' | 'idempotency' | 'now' | 'markReplayed'>;

/** What is done in the transaction of a change. */
export type Change = (transaction: Transaction) => Promise<void>;

/**
 * Makes the change of a call, once for each idempotency key of its caller. `prepare` does what takes long, before the
 * transaction begins, and answers the change. A repeat does nothing and is answered like the first call; one that comes
 * while the first runs is refused, and so is a key that was used for another change. `secret` is the body of a call that
 * holds a password or the number of a card: what is kept of it is as slow to guess from as the hash of a password.
 */
export type ChangeOnce = (
  context: Context,
  prepare: () => Promise<Change>,
  secret?: Readonly<Record<string, string>>,
) => Promise<void>;

/** Whose key it is: a guest's holds for their session. */
function callerOf({ session }: Context): string {
  return isCustomerSession(session)
    ? `customer ${session.customerId}`
    : `guest ${tokenHash(session.token).toString('base64url')}`;
}

/** Changes of one caller under way: more than anybody presses. */
const MOST_OF_A_CALLER = 32;

/** Changes that are made once, over a database. */
export function createChangeOnce(database: Database, turns: SignInTurns): ChangeOnce {
  const queries = changeOnceQueries(database);
  const underWay = new Set<string>();
  /**
   * Changes of one caller are made one after the other: slow digests leave the turns of sign-ins to others, and what waits
   * for a row that somebody holds leaves them the connections.
   */
  const inTurnOfCaller = queuesByKey(1);

  return async (context, prepare, secret) => {
    const { idempotency, now } = context;
    const { key } = idempotency;
    const requestHash = Buffer.from(idempotency.requestHash);
    const caller = callerOf(context);
    const place = `${caller} ${key}`;
    if (underWay.has(place)) throw refuse('requestInFlight');
    if (inTurnOfCaller.size(caller) >= MOST_OF_A_CALLER) throw refuse('tooManyOrders');
    underWay.add(place);
    /** What stands for the call in the database. */
    const digest = () =>
      secret === undefined
        ? Promise.resolve(requestHash)
        : turns(() => slowDigest(`${requestHash.toString('hex')} ${JSON.stringify(secret)}`, place));
    const make = async () => {
      let made = await queries.find(caller, key);
      if (made === undefined) {
        const change = await prepare();
        made = await queries.make({ caller, key, requestHash: await digest(), now }, change);
      }
      if (made === undefined) return;
      if (!made.equals(await digest())) throw refuse('keyReused');
      context.markReplayed();
    };
    try {
      await inTurnOfCaller.run(caller, make);
    } finally {
      underWay.delete(place);
    }
  };
}
