import type { Menu, MenuItem } from '@refectory/contract/menu';
import type { CalendarDay } from '@refectory/domain/day';
import { searchDishes } from '@refectory/domain/dish-search';
import { groupMenu, withAnyFilter, type MenuDay } from '@refectory/domain/menu';
import type { DayRange, Period } from '@refectory/domain/period';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useLatePart } from '#platform/late-part/use-late-part.ts';
import { useToday } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { DishGroup, DishGroups } from '#ui/dish-groups.tsx';
import { DishList } from '#ui/dish-list.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { Stack } from '#ui/page-shell.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { DishOnMenu } from './dish-on-menu.tsx';

/** Days drawn at first, and each time more of them are wanted. // spec §9 */
const DAYS_AT_ONCE = 8;
/** Dishes of a list drawn at first, and each time more of them are wanted. // spec §9 */
const DISHES_AT_ONCE = 10;

/** What of the menu is drawn. */
export type ShownMenu = {
  readonly menu: Menu;
  readonly period: Period;
  readonly range: DayRange;
  /** Filters that are on. */
  readonly filters: readonly string[];
  /** What is searched for. */
  readonly search: string;
  /** Takes filters and search away. */
  readonly onAll: () => void;
};

/** The dishes of the days to show, by day and group. */
export function MenuOfDays({ menu, period, range, filters, search, onAll }: ShownMenu) {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const board = useLatePart(period === 'WEEK', async () => (await import('#ui/week-board.tsx')).WeekBoard);
  const [count, setCount] = useState(DAYS_AT_ONCE);
  const isWithin = (day: CalendarDay) => day >= range.from && day <= range.to;
  const within = menu.menu.filter(({ date }) => isWithin(date));
  const days = groupMenu(searchDishes(withAnyFilter(within, filters), search));
  const closed = new Map(
    menu.closedDays
      ?.filter(({ date }) => isWithin(date))
      .map(({ date, reason }) => [date, reason ?? t('dayClosed')]),
  );

  if (days.length === 0 && (closed.size === 0 || within.length > 0)) {
    const isNarrowed = filters.length > 0 || search !== '';
    return (
      <Notice
        tone="empty"
        illustration={<EmptyPlate />}
        title={t('emptyTitle')}
        action={isNarrowed && <Button onClick={onAll}>{t('showAll')}</Button>}
      >
        {search ? t('emptySearchText', { text: search }) : t(isNarrowed ? 'emptyFilteredText' : 'emptyText')}
      </Notice>
    );
  }
  if (period === 'DAY') {
    return (
      <Stack gap="large">
        {[...closed].map(([day, reason]) => (
          <Notice key={day} tone="empty" illustration={<EmptyPlate />} title={t('closedTitle')}>
            {reason}
          </Notice>
        ))}
        {days.map(({ day, groups }) => (
          <GroupsOfDay key={day} groups={groups} level={2} />
        ))}
      </Stack>
    );
  }
  const shown = [...new Set([...days.map(({ day }) => day), ...closed.keys()])].sort().map((day) => ({
    day,
    heading: formats.dayHeading(day, today),
    groups: days.find((other) => other.day === day)?.groups ?? [],
    closed: closed.has(day) ? `${t('closedTitle')}: ${closed.get(day)}` : undefined,
  }));
  if (board.isAwaited) return <Skeleton shape="dish" count={6} label={t('loading')} />;
  if (!board.Part) {
    return (
      <div>
        <Stack gap="large">
          {shown.slice(0, count).map(({ day, heading, groups, closed: reason }) => (
            <DayOfGroups key={day} heading={heading} note={reason} groups={groups} />
          ))}
        </Stack>
        {count < shown.length && (
          <ShowMore
            automatic
            label={t('moreDays')}
            shown={count}
            onMore={() => setCount(count + DAYS_AT_ONCE)}
          />
        )}
      </div>
    );
  }
  return (
    <board.Part
      label={t('WEEK')}
      days={shown.map(({ day, heading, groups, closed: reason }) => ({
        day,
        heading,
        empty: reason,
        groups: groups.map(({ group, dishes }) => ({
          id: group,
          name: group || t('otherGroup'),
          children: <Dishes dishes={dishes} headingLevel={4} />,
        })),
      }))}
    />
  );
}

type Groups = MenuDay<MenuItem>['groups'];

function DayOfGroups({
  heading,
  note,
  groups,
}: {
  heading: string;
  note?: string | undefined;
  groups: Groups;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <MenuHeading of="day" level={2} id={id} note={note}>
        {heading}
      </MenuHeading>
      <GroupsOfDay groups={groups} level={3} />
    </section>
  );
}

function GroupsOfDay({ groups, level }: { groups: Groups; level: 2 | 3 }) {
  return (
    <DishGroups>
      {groups.map(({ group, dishes }) => (
        <GroupOfDishes key={group} group={group} dishes={dishes} level={level} />
      ))}
    </DishGroups>
  );
}

function GroupOfDishes({
  group,
  dishes,
  level,
}: {
  group: string;
  dishes: readonly MenuItem[];
  level: 2 | 3;
}) {
  const id = useId();
  const t = useTranslations('menu');
  return (
    <DishGroup labelledBy={id} dishes={Math.min(dishes.length, DISHES_AT_ONCE)}>
      <MenuHeading of="group" id={id} level={level}>
        {group || t('otherGroup')}
      </MenuHeading>
      <Dishes dishes={dishes} headingLevel={level === 2 ? 3 : 4} />
    </DishGroup>
  );
}

function Dishes({ dishes, headingLevel }: { dishes: readonly MenuItem[]; headingLevel: 3 | 4 }) {
  const t = useTranslations('menu');
  const [count, setCount] = useState(DISHES_AT_ONCE);
  const left = dishes.length - count;
  return (
    <div>
      <DishList>
        {dishes.slice(0, count).map((dish) => (
          <DishOnMenu
            key={`${dish.mealId} ${dish.product?.id ?? ''}`}
            dish={dish}
            headingLevel={headingLevel}
          />
        ))}
      </DishList>
      {left > 0 && (
        <ShowMore
          label={t('moreDishes', { count: Math.min(left, DISHES_AT_ONCE) })}
          shown={count}
          onMore={() => setCount(count + DISHES_AT_ONCE)}
        />
      )}
    </div>
  );
}
