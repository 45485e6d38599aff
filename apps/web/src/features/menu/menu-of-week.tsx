import { useTranslations } from 'use-intl';

import { WeekBoard } from '#ui/week-board.tsx';

import { Dishes } from './dish-list-on-menu.tsx';
import { narrowedDays } from './narrowed-days.ts';
import type { useShownDays } from './use-shown-days.ts';

/** The dishes of a week beside each other. */
export function MenuOfWeek({ days, wanted }: ReturnType<typeof useShownDays>) {
  const t = useTranslations('menu');
  return (
    <WeekBoard
      label={t('WEEK')}
      moreLabel={t('moreGroups')}
      days={narrowedDays(days, wanted).map(({ day, heading, groups, closedText }) => ({
        day,
        heading,
        empty: closedText,
        groups: groups.map(({ group, dishes }) => ({
          id: group,
          name: group || t('otherGroup'),
          children: <Dishes dishes={dishes} wanted={wanted} headingLevel={4} />,
        })),
      }))}
    />
  );
}
