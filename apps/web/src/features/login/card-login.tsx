import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { describeCardFailure } from '#platform/api/describe-login-failure.ts';
import type { CardReader } from '#platform/card-reader/card-reader-store.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { CardPrompt } from '#ui/card-prompt.tsx';
import { ErrorText } from '#ui/field-frame.tsx';

/** How long the text about a refused card stays, unless another card comes: the next person did not hold that card. */
const FAILURE_MS = 10_000;

/** What the login page and the login dialog say of the card reader. */
export function CardLogin({ isBroken }: { readonly isBroken: boolean }) {
  const { cardReader } = usePlatform();
  const t = useTranslations('login');
  const textOf = useMessageText();
  const reader = useStore(cardReader);
  const headingId = useId();
  // Before it is painted: nothing else on the screen says it too.
  useLayoutEffect(() => {
    cardReader.setState(({ places }) => ({ places: places + 1 }));
    return () =>
      cardReader.setState(({ places, signIn }) => ({
        places: places - 1,
        failure: undefined,
        signIn: signIn === 'failed' ? 'not-loaded' : signIn,
      }));
  }, [cardReader]);
  const { failure } = reader;
  useEffect(() => {
    if (!failure) return undefined;
    const timer = setTimeout(() => cardReader.setState({ failure: undefined }), FAILURE_MS);
    return () => clearTimeout(timer);
  }, [cardReader, failure]);
  const situation = situationOf(reader);
  const isLoggedIn = useIsLoggedIn();
  const [ofGuest, setOfGuest] = useState(situation);
  if (!isLoggedIn && ofGuest !== situation) setOfGuest(situation);
  // Once somebody is in, the reader rests: until the next page comes, this one stays as it was.
  const { text, hint, mood } = SAID[isLoggedIn ? ofGuest : situation];
  // Where no card can be read, the failure of the last one does not matter.
  const failed = reader.readiness === 'ready' && failure && describeCardFailure(failure);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('cardSection')}</h2>
      {isBroken ? (
        <p>{t('invalidParameters')}</p>
      ) : (
        <CardPrompt mood={mood} text={t(text)} hint={hint && t(hint)}>
          {failed && <ErrorText role="alert">{textOf(failed)}</ErrorText>}
        </CardPrompt>
      )}
    </section>
  );
}

type Situation = 'signing-in' | CardReader['readiness'];

/** What people have to know; the steps between two reads are of no use to them. */
const situationOf = ({ readiness, signIn }: CardReader): Situation =>
  signIn === 'loading' ? 'signing-in' : readiness;

const SAID = {
  'signing-in': { text: 'cardSigningIn', hint: undefined, mood: 'busy' },
  ready: { text: 'cardHold', hint: undefined, mood: 'ready' },
  absent: { text: 'cardAbsent', hint: 'cardAbsentHint', mood: 'quiet' },
  blocked: { text: 'cardBlocked', hint: 'cardBlockedHint', mood: 'quiet' },
  preparing: { text: 'cardPreparing', hint: undefined, mood: 'quiet' },
} as const satisfies Record<Situation, object>;
