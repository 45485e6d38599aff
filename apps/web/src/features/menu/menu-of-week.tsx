import { pastLast } from '@refectory/domain/menu';
import { useTranslations } from 'use-intl';

import { useToday } from '#platform/platform.ts';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { COLUMNS, WeekBoard } from '#ui/week-board.tsx';

import { DayTimes, WithinDay } from './day-times.tsx';
import { DishRowOnMenu } from './dish-row-on-menu.tsx';
import { Dishes } from './dish-list-on-menu.tsx';
import { GROUPS_AT_ONCE } from './mounted-items.ts';
import type { PressedDay } from './use-offer-selection.ts';
import type { DayView } from './use-day-views.ts';

/** The dishes of a week beside each other; where there is no room below each other, the days that are past after the others. */
export function MenuOfWeek({
  days,
  pressed,
  onDayInSight,
}: {
  readonly days: readonly DayView[];
  readonly pressed: PressedDay | undefined;
  readonly onDayInSight: (day: string | undefined) => void;
}) {
  const t = useTranslations('menu');
  // A phone shows the week as it is printed: a dish is a row, whose sheet has the rest.
  const isPhone = useMedia(PHONE);
  const shownAs = isPhone ? { Dish: DishRowOnMenu, inRows: true } : {};
  const today = useToday();
  const areBesideEachOther = useMedia(COLUMNS);
  const shown = areBesideEachOther ? days : pastLast(days, today);
  return (
    <WeekBoard
      label={t('WEEK')}
      pressed={pressed}
      groupsAtOnce={GROUPS_AT_ONCE}
      moreLabel={t('moreGroups')}
      onDayInSight={onDayInSight}
      days={shown.map(({ day, heading, wanted: groups, closedText, times }) => ({
        day,
        heading,
        note: closedText !== undefined ? undefined : <DayTimes day={day} times={times} />,
        empty: closedText,
        groups: groups.map(({ group, dishes, wanted }) => ({
          id: group,
          name: group || t('otherGroup'),
          children: (
            <WithinDay times={times}>
              <Dishes dishes={dishes} wanted={wanted} headingLevel={4} {...shownAs} />
            </WithinDay>
          ),
        })),
      }))}
    />
  );
}
