import { useTranslations } from 'use-intl';

import { WeekBoard } from '#ui/week-board.tsx';

import { Dishes } from './dish-list-on-menu.tsx';
import { GROUPS_AT_ONCE } from './mounted-items.ts';
import type { PressedDay } from './use-offer-selection.ts';
import type { DayView } from './use-day-views.ts';

/** The dishes of a week beside each other. */
export function MenuOfWeek({
  days,
  pressed,
}: {
  readonly days: readonly DayView[];
  readonly pressed: PressedDay | undefined;
}) {
  const t = useTranslations('menu');
  return (
    <WeekBoard
      label={t('WEEK')}
      pressed={pressed}
      groupsAtOnce={GROUPS_AT_ONCE}
      moreLabel={t('moreGroups')}
      days={days.map(({ day, heading, wanted: groups, closedText }) => ({
        day,
        heading,
        empty: closedText,
        groups: groups.map(({ group, dishes, wanted }) => ({
          id: group,
          name: group || t('otherGroup'),
          children: <Dishes dishes={dishes} wanted={wanted} headingLevel={4} />,
        })),
      }))}
    />
  );
}
