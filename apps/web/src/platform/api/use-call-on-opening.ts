import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';

import { act, useSubmission } from './action.ts';
import type { ApiInput, ApiName, ApiOutput } from './api.ts';
import { describeFailure } from './describe-error.ts';
import { saysNothing } from './says-nothing.ts';

/** Makes a call once when its page is opened, such as the call of a mailed link, and says what became of it. */
export function useCallOnOpening<Name extends ApiName>(
  name: Name,
  input: ApiInput<Name>,
  onSuccess: (answer: ApiOutput<Name>) => void,
): {
  readonly isDone: boolean;
  readonly failure:
    | {
        readonly text: string | undefined;
        /** Why the server refused the call, where it did. */
        readonly code: string | undefined;
        /** Tries again; undefined where the server refused the call, which it would do again. */
        readonly retry: (() => void) | undefined;
      }
    | undefined;
} {
  const platform = usePlatform();
  const textOf = useMessageText();
  const [isDone, setDone] = useState(false);
  const { run, failure } = useSubmission(() => act(platform, name, input), {
    errorsGoTo: 'form',
    onSuccess: (answer) => {
      setDone(true);
      onSuccess(answer);
    },
  });
  const begin = useEffectEvent(() => void run());
  // An effect may run twice for one opening.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, []);
  const reason = failure && describeFailure(failure);
  return {
    isDone,
    failure: failure && {
      text: reason && textOf(reason),
      code: failure.kind === 'refused' ? failure.code : undefined,
      retry: failure.kind === 'refused' && !saysNothing(failure) ? undefined : () => void run(),
    },
  };
}
