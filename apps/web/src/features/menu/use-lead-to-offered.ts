import { useEffect } from 'react';

import { placeOf } from './dish-list-on-menu.tsx';
import type { DayView } from './use-day-views.ts';
import type { PressedDay } from './use-offer-selection.ts';

/** The presses that led to their dish: a way back to the day, which draws it again, is none. */
const answered = new WeakSet<PressedDay>();

/** Leads to the first dish on the page that others offer, once its day is on screen, where a press asked for that. */
export function useLeadToOffered(pressed: PressedDay | undefined, shown: readonly DayView[]): void {
  useEffect(() => {
    if (!pressed?.leadsToOffered || answered.has(pressed)) return;
    const day = shown.find((view) => view.day === pressed.day);
    if (!day) return;
    answered.add(pressed);
    const place = day.wanted
      .flatMap((group) => group.wanted)
      .filter(({ status }) => status === 'EXCHANGE')
      .map((offered) => document.getElementById(placeOf(offered)))
      .find((mounted) => mounted !== null);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector('button')?.focus({ preventScroll: true });
  }, [pressed, shown]);
}
