import type { MenuItem } from '@refectory/contract/menu';
import type { CalendarDay } from '@refectory/domain/day';
import { filtersOn, type MenuDay, type MenuGroup } from '@refectory/domain/menu';
import { memo, useId, useState } from 'react';
import { useTranslations } from 'use-intl';

import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { useLaterPart } from '#platform/late/use-later-part.ts';
import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { DishGroup, DishGroups } from '#ui/dish-groups.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { Stack } from '#ui/page-shell.tsx';
import { TabsPlace } from '#ui/tabs-place.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

import { DayTimes, WithinDay } from './day-times.tsx';
import { Dishes } from './dish-list-on-menu.tsx';
import { DAYS_AT_ONCE, DISHES_AT_ONCE, mountedItems, GROUPS_AT_ONCE } from './mounted-items.ts';
import { useOfferSelection, type PressedDay } from './use-offer-selection.ts';
import { useDayViews, type DayView, type MenuView } from './use-day-views.ts';
import { useLeadToOffered } from './use-lead-to-offered.ts';

type DaysProps = Omit<MenuView, 'filters'> & {
  /** Filters that are on, also those that this menu does not know. */
  readonly chosen: readonly string[] | undefined;
  /** The canteen's name. */
  readonly canteen: string;
  /** The day of the week that was pressed. */
  readonly pressed: PressedDay | undefined;
  readonly onDayInSight: (day: string | undefined) => void;
};

const menuToPrint = latePart(async () => (await import('./menu-to-print.tsx')).MenuToPrint);
export const menuOfWeek = latePart(async () => (await import('./menu-of-week.tsx')).MenuOfWeek);

/** The dishes by day and group, and the printed menu that replaces them on paper. */
function Days({ canteen, chosen, pressed, onDayInSight, ...props }: DaysProps) {
  const menu = { ...props, filters: filtersOn(props.menu.filters, chosen) };
  const t = useTranslations('menu');
  const days = useDayViews(menu);
  // Loaded before anybody prints: a browser does not wait for code once it prints.
  const print = useLaterPart(menuToPrint);
  const isNarrowed = menu.filters.length > 0 || menu.search !== '';
  const count = days.flatMap(({ wanted }) => wanted.flatMap((group) => group.wanted)).length;
  return (
    <>
      {/* What a search leaves changes on screen while it is typed. */}
      <VisuallyHidden>
        <output>{isNarrowed && t('found', { count })}</output>
      </VisuallyHidden>
      <DaysOnScreen {...menu} days={days} pressed={pressed} onDayInSight={onDayInSight} />
      {print.loaded && <print.loaded {...menu} days={days} canteen={canteen} />}
    </>
  );
}

/** Not rendered again for every key that is typed into the search. */
export const MenuOfDays = memo(Days);

/** Clears filters and search. */
function ShowAllButton() {
  const { dishSearch } = usePlatform();
  const { selectFilters } = useOfferSelection();
  const t = useTranslations('menu');
  const showAll = () => {
    dishSearch.setState({ text: '' });
    selectFilters([]);
  };
  return <Button onClick={showAll}>{t('showAll')}</Button>;
}

function DaysOnScreen({
  period,
  filters,
  search,
  days,
  pressed,
  onDayInSight,
}: MenuView & Pick<DaysProps, 'pressed' | 'onDayInSight'> & { readonly days: readonly DayView[] }) {
  const t = useTranslations('menu');
  const week = useLatePart(menuOfWeek, period === 'WEEK');
  const [count, setCount] = useState(DAYS_AT_ONCE);

  const shown = days.filter(({ isShown }) => isShown);
  useLeadToOffered(pressed, shown);
  const isNarrowed = filters.length > 0 || search !== '';
  const notice = shown.length === 0 && (
    <Notice
      tone="empty"
      illustration={<EmptyPlate />}
      title={t(isNarrowed ? 'noneTitle' : 'emptyTitle')}
      action={isNarrowed && <ShowAllButton />}
    >
      {search
        ? t(filters.length > 0 ? 'emptyBothText' : 'emptySearchText', { text: search })
        : t(isNarrowed ? 'emptyFilteredText' : 'emptyText')}
    </Notice>
  );
  if (week.isAwaited && !notice) return <Skeleton shape="dish" count={6} label={t('loading')} />;
  if (week.loaded)
    return notice || <week.loaded days={shown} pressed={pressed} onDayInSight={onDayInSight} />;
  const drawn = mountedItems(days, shown, count);
  return (
    <>
      {notice}
      {period === 'DAY' ? (
        drawn.map(([{ day, groups, wanted, isClosed, closedReason, times }, isShown]) => (
          <div key={day} hidden={!isShown}>
            <Stack gap="tight">
              {isClosed && (
                <Notice tone="empty" illustration={<EmptyPlate />} title={t('closedTitle')}>
                  {closedReason}
                </Notice>
              )}
              {groups.length > 0 && (
                <WithinDay times={times}>
                  <DayTimes day={day} times={times} isNote />
                  {wanted.length > 1 && <TabsOfGroups groups={wanted} day={day} />}
                  <GroupsOfDay
                    groups={groups}
                    wanted={wanted}
                    level={2}
                    day={wanted.length > 1 ? day : undefined}
                  />
                </WithinDay>
              )}
            </Stack>
          </div>
        ))
      ) : (
        <div hidden={shown.length === 0}>
          <Stack gap="large">
            {drawn.map(([{ day, heading, groups, wanted, closedText, times }, isShown]) => (
              <DayOfGroups
                key={day}
                day={day}
                hidden={!isShown}
                heading={heading}
                note={closedText}
                times={times}
                groups={groups}
                wanted={wanted}
              />
            ))}
          </Stack>
          {count < shown.length && (
            <ShowMore automatic label={t('moreDays')} onMore={() => setCount(count + DAYS_AT_ONCE)} />
          )}
        </div>
      )}
    </>
  );
}

type Groups = Omit<MenuDay<MenuItem>, 'day'>;

function DayOfGroups({
  day,
  heading,
  note,
  times,
  hidden,
  ...groups
}: Groups & Pick<DayView, 'day' | 'times'> & { heading: string; note: string | undefined; hidden: boolean }) {
  const id = useId();
  return (
    <section aria-labelledby={id} hidden={hidden}>
      <MenuHeading of="day" level={2} id={id} note={note ?? <DayTimes day={day} times={times} />}>
        {heading}
      </MenuHeading>
      <WithinDay times={times}>
        <GroupsOfDay {...groups} level={3} dayId={id} />
      </WithinDay>
    </section>
  );
}

const groupTabs = latePart(async () => (await import('#ui/group-tabs.tsx')).GroupTabs);

/** The id of the element of a group. */
const idOf = (day: CalendarDay, group: string) => `${day} ${group}`.replaceAll(/\s/g, '-');

/** On a phone the groups stay in sight. */
function TabsOfGroups({ groups, day }: { groups: readonly MenuGroup<MenuItem>[]; day: CalendarDay }) {
  const t = useTranslations('menu');
  const isPhone = useMedia(PHONE);
  const tabs = useLatePart(groupTabs, isPhone);
  if (!isPhone) return null;
  if (!tabs.loaded) return <TabsPlace />;
  return (
    <tabs.loaded
      label={t('groups')}
      groups={groups.map(({ group }) => ({ id: idOf(day, group), name: group || t('otherGroup') }))}
    />
  );
}

function GroupsOfDay({
  groups,
  wanted,
  level,
  day,
  dayId,
}: Groups & {
  level: 2 | 3;
  day?: CalendarDay | undefined;
  /** The heading of the day, where there are others beside it. */
  dayId?: string | undefined;
}) {
  const t = useTranslations('menu');
  const [count, setCount] = useState(GROUPS_AT_ONCE);
  return (
    <DishGroups
      more={
        wanted.length > count && (
          <ShowMore label={t('moreGroups')} onMore={() => setCount(count + GROUPS_AT_ONCE)} />
        )
      }
    >
      {mountedItems(groups, wanted, count).map(([group, isShown]) => (
        <GroupOfDishes
          key={group.group}
          {...group}
          level={level}
          hidden={!isShown}
          id={day && idOf(day, group.group)}
          dayId={dayId}
        />
      ))}
    </DishGroups>
  );
}

function GroupOfDishes({
  group,
  dishes,
  wanted,
  level,
  hidden,
  id: groupId,
  dayId,
}: MenuGroup<MenuItem> & {
  level: 2 | 3;
  hidden: boolean;
  id: string | undefined;
  dayId: string | undefined;
}) {
  const id = useId();
  const t = useTranslations('menu');
  return (
    <DishGroup
      id={groupId}
      labelledBy={[id, dayId].filter(Boolean).join(' ')}
      dishes={Math.min(wanted.length, DISHES_AT_ONCE)}
      hidden={hidden}
    >
      <MenuHeading of="group" id={id} level={level}>
        {group || t('otherGroup')}
      </MenuHeading>
      <Dishes dishes={dishes} wanted={wanted} headingLevel={level === 2 ? 3 : 4} />
    </DishGroup>
  );
}
