import { ApiError, type Failure } from '@refectory/contract/errors';
import { useState } from 'react';
import { useStore } from 'zustand';

import { latePart } from '#platform/late/late-part.ts';
import { intentOf } from '#platform/api/intent.ts';
import { usePlatform, type Platform } from '#platform/platform.ts';

import type { ApiInput, ApiName, ApiOutput } from './api.ts';
import type { How } from './carry-out.ts';
import { tellFailure } from './describe-error.ts';

/** How a call is carried out; fetched with the first one. */
export const carryOutPart = latePart(async () => (await import('./carry-out.ts')).carryOut);

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
  how: How<Name> = {},
): Promise<ApiOutput<Name>> {
  const { customerId } = platform.snapshot.getState().session;
  const intent = intentOf(name, input);
  platform.underWay.setState((intents) => [...intents, intent], true);
  try {
    const carryOut = await carryOutPart.load();
    return await carryOut(platform, name, input, customerId, how);
  } finally {
    platform.underWay.setState((intents) => intents.toSpliced(intents.indexOf(intent), 1), true);
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
  /** What the last run failed with, for whoever shows it where it happened. */
  readonly failure: Failure | undefined;
};

type SubmissionOptions<Answer> = {
  readonly errorsGoTo: 'form' | 'toast';
  readonly onSuccess?: (answer: Answer) => void | Promise<void>;
  /** Runs after a failure too, for what has to be read again. */
  readonly onFailure?: (failure: Failure) => void | Promise<void>;
};

/**
 * What a screen submits. `errorsGoTo` is required, so that an error is told in exactly one place:
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
        setFailure(error.failure);
        if (options.errorsGoTo === 'toast') tellFailure(platform.toasts, error.failure);
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
