import { useEffect, useRef } from 'react';

import { placeOf } from './dish-list-on-menu.tsx';
import type { DayView } from './use-day-views.ts';
import type { PressedDay } from './use-offer-selection.ts';

/** Leads to the first dish that others offer once its day is on screen, where a press asked for that. */
export function useLeadToOffered(pressed: PressedDay | undefined, shown: readonly DayView[]): void {
  const answered = useRef<PressedDay>(undefined);
  useEffect(() => {
    if (!pressed?.leadsToOffered || answered.current === pressed) return;
    const day = shown.find((view) => view.day === pressed.day);
    if (!day) return;
    answered.current = pressed;
    const offered = day.wanted.flatMap((group) => group.wanted).find(({ status }) => status === 'EXCHANGE');
    const place = offered && document.getElementById(placeOf(offered));
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector('button')?.focus({ preventScroll: true });
  }, [pressed, shown]);
}
