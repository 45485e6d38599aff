import { ApiError, failureOf, MOST_QUESTIONS, type Failure } from '@refectory/contract/errors';

import { keyFor, settleKey } from '#platform/api/idempotency.ts';
import { intentOf } from '#platform/api/intent.ts';
import type { Platform } from '#platform/platform.ts';

import type { ApiInput, ApiName, ApiOutput } from './api.ts';
import { endpointOf } from './endpoint-of.ts';

/** A 409 to a call with a key means that the first call still runs: repeated for at most 30 s (C2). */
const WAIT_FOR_FIRST_MS = 30_000;
const FIRST_WAIT_MS = 250;

/** Failures after which it is unknown whether the call was carried out. */
const INDEFINITE: ReadonlySet<Failure['kind']> = new Set(['offline', 'unavailable', 'malformed']);

/** Whether it is known what became of a call; a repeat that the session is refused to says nothing of the first try. */
function isDefinite(failure: Failure | undefined, isRepeat: boolean): boolean {
  if (!failure || INDEFINITE.has(failure.kind)) return false;
  if (isRepeat && (failure.kind === 'unauthorized' || failure.kind === 'session-ended')) return false;
  return !(failure.kind === 'refused' && (failure.status >= 500 || failure.status === 409));
}

/** Whether keys go with calls: to the page's own origin, or to a server that announces them (C1). */
function sendsKeys(platform: Platform): boolean {
  const target = new URL(platform.settings.apiUrl, globalThis.location.href);
  return (
    target.origin === globalThis.location.origin || platform.snapshot.getState().session.idempotency === true
  );
}

/** Who acts; undefined for a guest. */
const customerOf = (platform: Platform) => platform.snapshot.getState().session.customerId;

/**
 * Whether what a call answered had come about before it: an earlier try whose answer was lost had
 * succeeded, and the customer had seen so. Never throws.
 */
export type IsEarlier<Name extends ApiName> = (answer: ApiOutput<Name>) => Promise<boolean>;

/** A call as `act` describes it. */
export async function carryOut<Name extends ApiName>(
  platform: Platform,
  name: Name,
  input: ApiInput<Name>,
  customerId: string | undefined,
  isEarlier: IsEarlier<Name> | undefined,
): Promise<ApiOutput<Name>> {
  const { answer, isRepeat } = await carryOutOnce(platform, name, input, customerId);
  if (!isRepeat || !(await isEarlier?.(answer))) return answer;
  return (await carryOutOnce(platform, name, input, customerId)).answer;
}

/** One call under one key. `isRepeat` says that the key is from an earlier try, whose answer this may be. */
async function carryOutOnce<Name extends ApiName>(
  platform: Platform,
  name: Name,
  input: ApiInput<Name>,
  customerId: string | undefined,
): Promise<{ readonly answer: ApiOutput<Name>; readonly isRepeat: boolean }> {
  const definition = await endpointOf(name);
  const { key, isKept } =
    definition.changes && sendsKeys(platform)
      ? keyFor(platform.snapshot, customerId ?? '', intentOf(name, input))
      : { key: undefined, isKept: false };
  const force: string[] = [];
  let waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
  let wait = FIRST_WAIT_MS;
  let isUncertain = isKept;
  // What one customer began is neither carried out nor told to the next (C3).
  const hasLeft = () => customerOf(platform) !== customerId;

  for (;;) {
    if (hasLeft()) throw new ApiError({ kind: 'session-ended' });
    let answer: ApiOutput<Name>;
    try {
      answer = await platform.call(name, input, { ...(key && { idempotencyKey: key }), force });
    } catch (error) {
      const failure = failureOf(error);
      if (
        key &&
        failure?.kind === 'refused' &&
        failure.status === 409 &&
        performance.now() + wait < waitUntil
      ) {
        isUncertain = true;
        await new Promise((resolve) => setTimeout(resolve, wait));
        wait *= 2;
        continue;
      }
      const isQuestion = failure?.kind === 'confirmation';
      if (isQuestion && force.length < MOST_QUESTIONS && !hasLeft()) {
        const { message, answers } = failure;
        const chosen = await platform.dialogs.open('force', { message, answers });
        if (chosen !== undefined) {
          force.push(chosen);
          // The time to think it over was the customer's.
          waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
          continue;
        }
      }
      if (key && isDefinite(failure, isUncertain)) settleKey(platform.snapshot, key);
      if (failure && hasLeft()) throw new ApiError({ kind: 'session-ended' }, { cause: error });
      // A server that asks without an end cannot be understood.
      if (isQuestion && force.length === MOST_QUESTIONS)
        throw new ApiError({ kind: 'malformed' }, { cause: error });
      throw error;
    }
    if (key) settleKey(platform.snapshot, key);
    if (hasLeft()) throw new ApiError({ kind: 'session-ended' });
    return { answer, isRepeat: isKept };
  }
}
