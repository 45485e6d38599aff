import type { Endpoint } from '@refectory/contract/endpoint';
import {
  ApiError,
  failureOf,
  MOST_QUESTIONS,
  PASSWORD_REQUIRED,
  type Failure,
  type RefusalCode,
} from '@refectory/contract/errors';

import { createMemoryKeys, isKeyKept, keyFor, storedKeys, type KeyStore } from '#platform/api/idempotency.ts';
import { intentOf } from '#platform/api/intent.ts';
import type { Platform } from '#platform/platform.ts';
import { presentTerms } from '#platform/session/present-terms.ts';

import { isSameOrigin, type ApiInput, type ApiName, type ApiOutput, type Target } from './api.ts';
import { endpointOf } from './endpoint-of.ts';
import { saysNothing } from './says-nothing.ts';

/** A 409 to a call with a key means that the first call still runs: the call is repeated for at most 30 s. */
const WAIT_FOR_FIRST_MS = 30_000;
const FIRST_WAIT_MS = 250;

/** Failures after which nobody knows whether the server did what the call asks for. */
const INDEFINITE: ReadonlySet<Failure['kind']> = new Set(['offline', 'unavailable', 'malformed']);

/** What a server refuses a call for before it looks whether it has answered one with its key. */
const BEFORE_THE_KEY: ReadonlySet<string> = new Set([
  'termsNotAccepted',
  'switchedOff',
  'paymentTypeUnavailable',
  PASSWORD_REQUIRED,
] satisfies RefusalCode[]);

/**
 * Whether the result of a call is known. A repeat that is refused for its session, or before the server looks at its key,
 * says nothing about the first try.
 */
function isDefinite(failure: Failure | undefined, isRepeat: boolean): boolean {
  if (!failure || INDEFINITE.has(failure.kind)) return false;
  // The server asks for the password before it does anything.
  if ('code' in failure && failure.code === PASSWORD_REQUIRED && !isRepeat) return true;
  if (failure.kind === 'unauthorized' || failure.kind === 'session-ended') return !isRepeat;
  if (failure.kind !== 'refused') return true;
  if (isRepeat) return !saysNothing(failure) && !BEFORE_THE_KEY.has(failure.code ?? '');
  return failure.status < 500 && failure.status !== 409;
}

/**
 * Whether a key goes with a call: to a server of the page's own origin or one that announces keys, and to a gateway whose
 * entry in the settings says so. Other servers might refuse the header.
 */
function sendsKeys(platform: Platform, { server }: Endpoint, { gateway }: Target): boolean {
  return server === 'gateway' ? gateway?.sendIdempotencyKey === true : takesKeys(platform);
}

/** Whether keys go to the server of the canteen: then a call that is sent again is not done twice. */
export function takesKeys({ settings, snapshot }: Platform): boolean {
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
 * Whether an answer belongs to an earlier try, whose own answer was lost, and the customer has seen since then that it
 * succeeded. Never throws.
 */
export type IsEarlier<Name extends ApiName> = (answer: ApiOutput<Name>) => Promise<boolean>;

/** What a call may need besides its input. */
export type How<Name extends ApiName> = Target & {
  readonly isEarlier?: IsEarlier<Name>;
  /** What the customer wants, without what each try says anew, such as the time it was sent. The input, unless given. */
  readonly intent?: unknown;
};

/**
 * A call as `act` describes it. Where a key was kept and the customer knows its answer already, this is another wish:
 * the call is made again under a key of its own.
 */
export async function makeKeyedCall<Name extends ApiName>(
  platform: Platform,
  name: Name,
  input: ApiInput<Name>,
  customerId: string | undefined,
  { isEarlier, intent = input, ...target }: How<Name>,
): Promise<ApiOutput<Name>> {
  const { answer, isRepeat } = await callUnderKey(platform, name, input, customerId, target, intent);
  if (!isRepeat) return answer;
  const { repeatable = false } = await endpointOf(name);
  if (!repeatable && !(await isEarlier?.(answer))) return answer;
  return (await callUnderKey(platform, name, input, customerId, target, intent)).answer;
}

/** Whether the customer already made a call for this intent of which the result is not known yet. */
export function isAnswerOwed(platform: Platform, name: ApiName, intent: unknown): boolean {
  return isKeyKept(storedKeys(platform.snapshot), customerOf(platform) ?? '', intentOf(name, intent));
}

/** A call under one key. `isRepeat` says that the key is that of an earlier try, so that the answer may be its. */
async function callUnderKey<Name extends ApiName>(
  platform: Platform,
  name: Name,
  input: ApiInput<Name>,
  customerId: string | undefined,
  target: Target,
  intent: unknown,
): Promise<{ readonly answer: ApiOutput<Name>; readonly isRepeat: boolean }> {
  const definition = await endpointOf(name);
  const keys = keysOf(platform, definition);
  const { key, isKept } =
    definition.changes && sendsKeys(platform, definition, target)
      ? keyFor(keys, customerId ?? '', intentOf(name, intent))
      : { key: undefined, isKept: false };
  const force: string[] = [];
  let waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
  let wait = FIRST_WAIT_MS;
  let isUncertain = isKept;
  let hasAgreed = false;
  let hasGivenPassword = false;
  // Nothing that one customer began is done, or shown, in the session of the next.
  const hasLeft = () => customerOf(platform) !== customerId;

  for (;;) {
    if (hasLeft()) throw new ApiError({ kind: 'session-ended' });
    let answer: ApiOutput<Name>;
    try {
      answer = await platform.call(name, input, { ...target, ...(key && { idempotencyKey: key }), force });
    } catch (error) {
      const failure = failureOf(error);
      const isPasswordAsked =
        failure !== undefined && 'code' in failure && failure.code === PASSWORD_REQUIRED;
      if (
        key &&
        failure?.kind === 'refused' &&
        failure.status === 409 &&
        !isPasswordAsked &&
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
          // How long the customer thought it over does not count.
          waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
          continue;
        }
      }
      // The server wants an agreement to its terms first; with it the call goes on.
      const owesTerms = failure?.kind === 'refused' && failure.code === OWES_TERMS;
      if (owesTerms && !hasAgreed && !hasLeft()) {
        hasAgreed = await presentTerms(platform, { areRequired: true });
        waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
        if (hasAgreed) continue;
      }
      if (isPasswordAsked && !hasGivenPassword && !hasLeft()) {
        hasGivenPassword = (await platform.dialogs.open('login', { isPasswordAsked })) === true;
        waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
        if (hasGivenPassword) continue;
      }
      if (key && isDefinite(failure, isUncertain)) keys.remove(key);
      if (failure && hasLeft()) throw new ApiError({ kind: 'session-ended' }, { cause: error });
      // Whoever closes the dialog says no, which is no error to be shown.
      if (isPasswordAsked && !hasGivenPassword)
        throw new ApiError(
          { kind: 'confirmation', message: undefined, answers: [], isDeclined: true },
          { cause: error },
        );
      // A server that never stops asking is broken.
      if (isQuestion && force.length === MOST_QUESTIONS)
        throw new ApiError({ kind: 'malformed' }, { cause: error });
      if (isQuestion) throw new ApiError({ ...failure, isDeclined: true }, { cause: error });
      throw error;
    }
    if (key) keys.remove(key);
    if (hasLeft()) throw new ApiError({ kind: 'session-ended' });
    return { answer, isRepeat: isKept };
  }
}
