import { useEffect, useRef } from 'react';

import { placeOf } from './dish-list-on-menu.tsx';
import type { DayView } from './use-day-views.ts';
import type { PressedDay } from './use-offer-selection.ts';

/** Leads to the first dish on the page that others offer, once its day is on screen, where a press asked for that. */
export function useLeadToOffered(pressed: PressedDay | undefined, shown: readonly DayView[]): void {
  const answered = useRef<PressedDay>(undefined);
  useEffect(() => {
    if (!pressed?.leadsToOffered || answered.current === pressed) return;
    const day = shown.find((view) => view.day === pressed.day);
    if (!day) return;
    answered.current = pressed;
    const place = day.wanted
      .flatMap((group) => group.wanted)
      .filter(({ status }) => status === 'EXCHANGE')
      .map((offered) => document.getElementById(placeOf(offered)))
      .find((mounted) => mounted !== null);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector('button')?.focus({ preventScroll: true });
  }, [pressed, shown]);
}
