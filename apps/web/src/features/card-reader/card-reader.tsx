import { featuresWithoutParameters } from '@refectory/contract/features';
import { readerStep, TRANSPORT_ERRORS } from '@refectory/domain/card-reader';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { usePlatform, type Platform } from '#platform/platform.ts';
import { warnOperator } from '#platform/settings/warn-operator.ts';
import { CardBar } from '#ui/card-bar.tsx';

import { connectCardReader } from './connect-card-reader.ts';
import { isBlocked } from './is-blocked.ts';
import { signInByCard } from './sign-in-by-card.ts';

/** Where the reader is: at the address of the configuration, else on the page's own host. */
function addressOf({ cardReaderUrl }: Platform['settings']): string {
  return cardReaderUrl ?? new URL('/reader', globalThis.location.href).href.replace(/^http/, 'ws');
}

/** Follows the card reader for one platform until the answer is called. */
function followCardReader(platform: Platform): () => void {
  const { settings, cardReader } = platform;
  // What the configuration lacks is said on the login page.
  if (featuresWithoutParameters(settings).some(({ feature }) => feature === 'allowCardLogin'))
    return () => {};
  cardReader.setState({ signIn: 'not-loaded', failure: undefined });
  const leaving = new AbortController();
  const stop = connectCardReader({
    address: addressOf(settings),
    commands: settings.cardReaderCommands,
    now: platform.deviceNow,
    step: readerStep,
    signIn: (cardId, terminal) => signInByCard(platform, { cardId, terminal }, leaving.signal),
    // Nothing but a read proves that the reader is there.
    tell: (phase) => cardReader.setState({ phase, ...(phase === 'reading' && { readiness: 'ready' }) }),
    tellNoConnection: (reason) => {
      void isBlocked(reason).then((blocked) => {
        const isStillSo = !leaving.signal.aborted && cardReader.getState().phase === 'disconnected';
        if (isStillSo) cardReader.setState({ readiness: blocked ? 'blocked' : 'absent' });
      });
    },
    log: (code) => {
      if (TRANSPORT_ERRORS.has(code)) cardReader.setState({ readiness: 'absent' });
      warnOperator(`The card reader says: ${code}.`);
    },
  });
  return () => {
    leaving.abort();
    stop();
    cardReader.setState(
      ({ places, signIn }) => ({ phase: 'disconnected', readiness: 'preparing', signIn, places }),
      true,
    );
  };
}

/** The connection to the card reader, as long as nobody is signed in; at a kiosk every page says what a card is for. */
export function CardReader() {
  const platform = usePlatform();
  useEffect(() => followCardReader(platform), [platform]);
  return platform.settings.kiosk && <KioskCardBar />;
}

/** Whether a card is awaited or signs somebody in, where no page or dialog tells it already. */
function KioskCardBar() {
  const t = useTranslations('login');
  const { readiness, signIn, places } = useStore(usePlatform().cardReader);
  const isBusy = signIn === 'loading';
  if (places > 0 || (readiness !== 'ready' && !isBusy)) return null;
  return <CardBar text={t(isBusy ? 'cardSigningIn' : 'cardHold')} isBusy={isBusy} />;
}
