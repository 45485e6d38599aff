import type { Instant } from '@refectory/domain/day';
import { idleSeconds } from '@refectory/domain/session-end';
import { useEffect } from 'react';

import { usePlatform, type Platform } from '#platform/platform.ts';
import { leave } from '#platform/session/session.ts';
import { onVisibility } from '#platform/visibility/use-is-visible.ts';

/** How often it is checked whether the guest went away, in ms. */
const CHECK_MS = 1_000;

const ACTIVITIES = ['pointerdown', 'keydown', 'input', 'wheel', 'touchstart'];

/**
 * Leads a kiosk back to the start after a guest who went away, and forgets what they chose; answers how to stop. A card at
 * the reader is activity too: the server may ask about it, and the question would be left to the next person.
 */
function watchGuest(platform: Platform): () => void {
  const { deviceNow, settings, snapshot, sessionStatus } = platform;
  const idleMs = idleSeconds(settings) * 1_000;
  /** What a guest left on the way to signing in, or a customer whose session ended: nobody may ever touch the screen for it. */
  const isAnythingLeft = () =>
    sessionStatus.getState().hasEnded || snapshot.getState().wantedPath !== undefined;
  /** When somebody did something last; undefined since the page was cleared away. */
  let newest: Instant | undefined = isAnythingLeft() ? deviceNow() : undefined;
  const check = () => {
    if (newest === undefined || deviceNow() - newest < idleMs) return;
    newest = undefined;
    snapshot.setState({ language: undefined, wantedPath: undefined });
    sessionStatus.setState({ hasEnded: false });
    leave(platform, 'start');
  };
  const note = () => {
    // A device that slept wakes up by being touched, by the next person.
    check();
    newest = deviceNow();
  };
  for (const name of ACTIVITIES) document.addEventListener(name, note, { capture: true, passive: true });
  // The reader reconnects and reads by itself, which nobody does at the screen.
  const stopListening = platform.cardReader.subscribe((reader, before) => {
    if (reader.signIn !== before.signIn) note();
  });
  const timer = setInterval(check, CHECK_MS);
  const stopLooking = onVisibility(check);
  return () => {
    clearInterval(timer);
    stopLooking();
    stopListening();
    for (const name of ACTIVITIES) document.removeEventListener(name, note, { capture: true });
  };
}

/** The watch over guests of a kiosk, who leave a half-filled form or an open dialog behind. */
export function GuestOfKiosk() {
  const platform = usePlatform();
  useEffect(() => watchGuest(platform), [platform]);
  return null;
}
