import type { Endpoint } from '@refectory/contract/endpoint';
import {
  ApiError,
  failureOf,
  MOST_QUESTIONS,
  type Failure,
  type RefusalCode,
} from '@refectory/contract/errors';

import { createMemoryKeys, keyFor, storedKeys, type KeyStore } from '#platform/api/idempotency.ts';
import { intentOf } from '#platform/api/intent.ts';
import type { Platform } from '#platform/platform.ts';
import { presentTerms } from '#platform/session/present-terms.ts';

import { isSameOrigin, type ApiInput, type ApiName, type ApiOutput, type Target } from './api.ts';
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

/** Whether keys go with a call: to the page's own origin, to a server that announces them, to a gateway that says so (C1). */
function sendsKeys(platform: Platform, { server }: Endpoint, { gateway }: Target): boolean {
  if (server === 'gateway') return gateway?.sendIdempotencyKey === true;
  const { settings, snapshot } = platform;
  return (
    isSameOrigin(settings.apiUrl, globalThis.location.href) ||
    snapshot.getState().session.capabilities?.idempotency === true
  );
}

const OWES_TERMS: RefusalCode = 'termsNotAccepted';

const memoryKeys = createMemoryKeys();

/** Where the key of a call is kept. */
function keysOf(platform: Platform, { secret }: Endpoint): KeyStore {
  return secret ? memoryKeys : storedKeys(platform.snapshot);
}

/** Who acts; undefined for a guest. */
const customerOf = (platform: Platform) => platform.snapshot.getState().session.customerId;

/**
 * Whether what a call answered had come about before it: an earlier try whose answer was lost had
 * succeeded, and the customer had seen so. Never throws.
 */
export type IsEarlier<Name extends ApiName> = (answer: ApiOutput<Name>) => Promise<boolean>;

/** What a call may need beside its input. */
export type How<Name extends ApiName> = Target & { readonly isEarlier?: IsEarlier<Name> };

/** A call as `act` describes it. */
export async function carryOut<Name extends ApiName>(
  platform: Platform,
  name: Name,
  input: ApiInput<Name>,
  customerId: string | undefined,
  { isEarlier, ...target }: How<Name>,
): Promise<ApiOutput<Name>> {
  const { answer, isRepeat } = await carryOutOnce(platform, name, input, customerId, target);
  if (!isRepeat || !(await isEarlier?.(answer))) return answer;
  return (await carryOutOnce(platform, name, input, customerId, target)).answer;
}

/** One call under one key. `isRepeat` says that the key is from an earlier try, whose answer this may be. */
async function carryOutOnce<Name extends ApiName>(
  platform: Platform,
  name: Name,
  input: ApiInput<Name>,
  customerId: string | undefined,
  target: Target,
): Promise<{ readonly answer: ApiOutput<Name>; readonly isRepeat: boolean }> {
  const definition = await endpointOf(name);
  const keys = keysOf(platform, definition);
  const { key, isKept } =
    definition.changes && sendsKeys(platform, definition, target)
      ? keyFor(keys, customerId ?? '', intentOf(name, input))
      : { key: undefined, isKept: false };
  const force: string[] = [];
  let waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
  let wait = FIRST_WAIT_MS;
  let isUncertain = isKept;
  let hasAgreed = false;
  // What one customer began is neither carried out nor told to the next (C3).
  const hasLeft = () => customerOf(platform) !== customerId;

  for (;;) {
    if (hasLeft()) throw new ApiError({ kind: 'session-ended' });
    let answer: ApiOutput<Name>;
    try {
      answer = await platform.call(name, input, { ...target, ...(key && { idempotencyKey: key }), force });
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
      // The call goes on once the customer has agreed to what the server asks them to agree to first.
      const owesTerms = failure?.kind === 'refused' && failure.code === OWES_TERMS;
      if (owesTerms && !hasAgreed && !hasLeft()) {
        hasAgreed = await presentTerms(platform, { areRequired: true });
        waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
        if (hasAgreed) continue;
      }
      if (key && isDefinite(failure, isUncertain)) keys.remove(key);
      if (failure && hasLeft()) throw new ApiError({ kind: 'session-ended' }, { cause: error });
      // A server that asks without an end cannot be understood.
      if (isQuestion && force.length === MOST_QUESTIONS)
        throw new ApiError({ kind: 'malformed' }, { cause: error });
      throw error;
    }
    if (key) keys.remove(key);
    if (hasLeft()) throw new ApiError({ kind: 'session-ended' });
    return { answer, isRepeat: isKept };
  }
}
