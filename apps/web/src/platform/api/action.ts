import { ApiError, type Failure } from '@refectory/contract/errors';
import { useState } from 'react';
import { useStore } from 'zustand';

import { latePart } from '#platform/late/late-part.ts';
import { intentOf } from '#platform/api/intent.ts';
import { usePlatform, type Platform } from '#platform/platform.ts';

import type { ApiInput, ApiName, ApiOutput } from './api.ts';
import type { How } from './keyed-call.ts';
import { helpAfter, tellFailure } from './describe-error.ts';

/** What makes calls under keys; fetched with the first such call. */
export const keyedCallPart = latePart(async () => (await import('./keyed-call.ts')).makeKeyedCall);

/**
 * Makes a call that changes something, and says meanwhile that it is under way. Its key stays the same until the server
 * has definitely answered. `act` waits while the first call of the key still runs, and asks the customer what the server
 * asks. It ends when the session of that customer ends. Throws `ApiError`.
 */
export async function act<Name extends ApiName>(
  platform: Platform,
  name: Name,
  input: ApiInput<Name>,
  how: How<Name> = {},
): Promise<ApiOutput<Name>> {
  const { customerId } = platform.snapshot.getState().session;
  const intent = intentOf(name, how.intent ?? input);
  platform.underWay.setState((intents) => [...intents, intent], true);
  try {
    const makeKeyedCall = await keyedCallPart.load();
    return await makeKeyedCall(platform, name, input, customerId, how);
  } finally {
    platform.underWay.setState((intents) => intents.toSpliced(intents.indexOf(intent), 1), true);
  }
}

/** Whether any part of the page has a call with this input under way. */
export function useIsUnderWay<Name extends ApiName>(name: Name, input: ApiInput<Name> | undefined): boolean {
  const intent = intentOf(name, input);
  return useStore(usePlatform().underWay, (intents) => intents.includes(intent));
}

/** Something that a screen submits: `run` does it, `isPending` says that it is under way. */
export type Submission<Arguments extends readonly unknown[], Answer> = {
  readonly run: (...args: Arguments) => Promise<Answer | undefined>;
  readonly isPending: boolean;
  /** The failure of the last run, for the component that shows it in place. */
  readonly failure: Failure | undefined;
};

type SubmissionOptions<Answer> = {
  readonly errorsGoTo: 'form' | 'toast';
  readonly onSuccess?: (answer: Answer) => void | Promise<void>;
  /** Runs after a failure too, for what has to be read again. */
  readonly onFailure?: (failure: Failure) => void | Promise<void>;
};

/**
 * Something that a screen submits. `errorsGoTo` is required, so that somebody shows an error: the form by its `failure`, or
 * a toast. The screen may show its `failure` besides.
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
        setFailure(error.failure);
        if (options.errorsGoTo === 'toast')
          tellFailure(platform.toasts, error.failure, helpAfter(error.failure, platform.settings));
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
): Submission<[input: ApiInput<Name>, how?: How<Name>], ApiOutput<Name>> {
  const platform = usePlatform();
  return useSubmission((input, how) => act(platform, name, input, how), options);
}
