import { openTopUp, type BegunTopUp } from '@refectory/domain/begun-top-up';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useServerTime, useSnapshot, useToday } from '#platform/platform.ts';
import { SteadyNote } from '#ui/steady-note.tsx';

import { usePaymentState } from './payment-state.ts';

/** After the first minute a payment is asked for at this pace, while its page is open. */
const LATER_PAUSE_MS = 30_000;

/** What is known of a top-up that the customer began here, until its end is known; nothing where there is none. */
export function BegunTopUpNote() {
  const { deviceNow, snapshot } = usePlatform();
  const read = () => {
    const { begunTopUps, session } = snapshot.getState();
    return openTopUp(begunTopUps, session.customerId, deviceNow());
  };
  // One that is begun on this page is not told on the way to the gateway: it would move the form.
  const [begun, setBegun] = useState(read);
  // A page that the browser had put aside is shown again by going back from the gateway.
  const showAgain = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) setBegun(read());
  });
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => showAgain(event);
    globalThis.addEventListener('pageshow', onPageShow);
    return () => globalThis.removeEventListener('pageshow', onPageShow);
  }, []);
  return begun && <NoteOf key={begun.paymentId} begun={begun} />;
}

function NoteOf({ begun: { paymentId, amount, begunAt, hasReturned } }: { begun: BegunTopUp }) {
  const { status, told, isUnknown, isRead } = usePaymentState(paymentId, { laterPauseMs: LATER_PAUSE_MS });
  // It is no longer kept once it is settled, and still awaits the balance that has it.
  const isReturned = useSnapshot(
    ({ begunTopUps }) =>
      hasReturned === true || begunTopUps.some((begun) => begun.paymentId === paymentId && begun.hasReturned),
  );
  const t = useTranslations('TopUp');
  const { clock } = usePlatform();
  const formats = useFormats();
  // By the clock of the canteen. Whoever began several knows by it which one is meant.
  const at = useServerTime(() => clock.at(begunAt));
  const sum = { amount: formats.amount(amount), time: formats.timeOrDay(at, useToday()) };
  const texts = {
    paid: t('paid', sum),
    // Of one whose time was over the gateway may still bring the money.
    failed: t(told?.expired ? 'begunExpired' : 'begunFailed', sum),
    pending: t(isReturned ? 'begunReturned' : 'begun', sum),
  };
  // Where the server no longer tells of payments, nothing is said.
  if (status === undefined && !isUnknown) return null;
  return (
    <SteadyNote longest={t(hasReturned ? 'begunReturned' : 'begun', sum)}>
      {/* That it was added is said together with the balance that has it. */}
      {status !== undefined && texts[status === 'paid' && !isRead ? 'pending' : status]}
    </SteadyNote>
  );
}
