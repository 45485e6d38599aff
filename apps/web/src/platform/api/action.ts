import { ApiError, failureOf, MOST_QUESTIONS, type Failure } from '@refectory/contract/errors';
import { useState } from 'react';
import { useStore } from 'zustand';

import { intentOf, keyFor, settleKey } from '#platform/api/idempotency.ts';
import { usePlatform, type Platform } from '#platform/platform.ts';

import type { ApiInput, ApiName, ApiOutput } from './api.ts';
import { tellFailure } from './describe-error.ts';
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

/**
 * Whether what a call answered had come about before it: an earlier try whose answer was lost had
 * succeeded, and the customer had seen so. Never throws.
 */
type IsEarlier<Name extends ApiName> = (answer: ApiOutput<Name>) => Promise<boolean>;

/** Who acts; undefined for a guest. */
const customerOf = (platform: Platform) => platform.snapshot.getState().session.customerId;

/**
 * Carries out a call that changes something: with a key that stays the same until there is a
 * definite answer, waiting while the first call of that key still runs, and asking the customer
 * what the server asks. A kept key whose answer the customer knew already is done with, and the
 * call is made under one of its own. Ends with the customer who began it. Throws `ApiError`.
 */
export async function act<Name extends ApiName>(
  platform: Platform,
  name: Name,
  input: ApiInput<Name>,
  isEarlier?: IsEarlier<Name>,
): Promise<ApiOutput<Name>> {
  const customerId = customerOf(platform);
  const intent = intentOf(name, input);
  platform.underWay.setState((intents) => [...intents, intent], true);
  try {
    const { answer, isRepeat } = await carryOut(platform, name, input, customerId);
    if (!isRepeat || !(await isEarlier?.(answer))) return answer;
    return (await carryOut(platform, name, input, customerId)).answer;
  } finally {
    platform.underWay.setState((intents) => intents.toSpliced(intents.indexOf(intent), 1), true);
  }
}

/** One call under one key. `isRepeat` says that the key is from an earlier try, whose answer this may be. */
async function carryOut<Name extends ApiName>(
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
  const waitUntil = performance.now() + WAIT_FOR_FIRST_MS;
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

/** Whether a call with this input is under way, whichever part of the page made it. */
export function useIsUnderWay<Name extends ApiName>(name: Name, input: ApiInput<Name> | undefined): boolean {
  const intent = intentOf(name, input);
  return useStore(usePlatform().underWay, (intents) => intents.includes(intent));
}

/** One way to submit: `run` carries it out, `isPending` says that it is under way. */
export type Submission<Arguments extends readonly unknown[], Answer> = {
  readonly run: (...args: Arguments) => Promise<Answer | undefined>;
  readonly isPending: boolean;
  /** What the last run failed with, for a form that shows it. */
  readonly failure: Failure | undefined;
};

type SubmissionOptions<Answer> = {
  readonly errorsGoTo: 'form' | 'toast';
  readonly onSuccess?: (answer: Answer) => void | Promise<void>;
  /** Runs after a failure too, for what has to be read again. */
  readonly onFailure?: (failure: Failure) => void | Promise<void>;
};

/**
 * What a screen submits. `errorsGoTo` is required, so that an error is shown in exactly one place:
 * in the form by its `failure`, or as a toast.
 */
export function useSubmission<Arguments extends readonly unknown[], Answer>(
  submit: (...args: Arguments) => Promise<Answer>,
  options: SubmissionOptions<Answer>,
): Submission<Arguments, Answer> {
  const platform = usePlatform();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>();

  return {
    isPending,
    failure,
    run: async (...args) => {
      setPending(true);
      setFailure(undefined);
      try {
        const answer = await submit(...args);
        await options.onSuccess?.(answer);
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (options.errorsGoTo === 'form') setFailure(error.failure);
        else tellFailure(platform.toasts, error.failure);
        await options.onFailure?.(error.failure);
        return undefined;
      } finally {
        setPending(false);
      }
    },
  };
}

/** The action of a screen: a submission of one call. */
export function useAction<Name extends ApiName>(
  name: Name,
  options: SubmissionOptions<ApiOutput<Name>>,
): Submission<[input: ApiInput<Name>, isEarlier?: IsEarlier<Name>], ApiOutput<Name>> {
  const platform = usePlatform();
  return useSubmission((input, isEarlier) => act(platform, name, input, isEarlier), options);
}
