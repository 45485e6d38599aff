import type { MenuItem } from '@refectory/contract/menu';
import { filtersOn, type MenuDay, type MenuGroup } from '@refectory/domain/menu';
import { memo, useId, useState } from 'react';
import { useTranslations } from 'use-intl';

import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { DishGroup, DishGroups } from '#ui/dish-groups.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { Stack } from '#ui/page-shell.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { Dishes } from './dish-list-on-menu.tsx';
import { DAYS_AT_ONCE, DISHES_AT_ONCE, mountedItems, GROUPS_AT_ONCE } from './mounted-items.ts';
import { useOfferSelection, type PressedDay } from './use-offer-selection.ts';
import { useDayViews, type DayView, type MenuView } from './use-day-views.ts';

type DaysProps = Omit<MenuView, 'filters'> & {
  /** Filters that are on, also those that this menu does not know. */
  readonly chosen: readonly string[] | undefined;
  /** The canteen's name. */
  readonly canteen: string;
  /** The day of the week that was pressed. */
  readonly pressed: PressedDay | undefined;
};

const menuToPrint = latePart(async () => (await import('./menu-to-print.tsx')).MenuToPrint);
const menuOfWeek = latePart(async () => (await import('./menu-of-week.tsx')).MenuOfWeek);

/** The dishes by day and group, and the printed menu that replaces them on paper. */
function Days({ canteen, chosen, pressed, ...props }: DaysProps) {
  const menu = { ...props, filters: filtersOn(props.menu.filters, chosen) };
  const days = useDayViews(menu);
  // Loaded before anybody prints: a browser does not wait for code once it prints.
  const print = useLatePart(menuToPrint);
  return (
    <>
      <DaysOnScreen {...menu} days={days} pressed={pressed} />
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
}: MenuView & Pick<DaysProps, 'pressed'> & { readonly days: readonly DayView[] }) {
  const t = useTranslations('menu');
  const week = useLatePart(menuOfWeek, period === 'WEEK');
  const [count, setCount] = useState(DAYS_AT_ONCE);

  const shown = days.filter(({ isShown }) => isShown);
  const isNarrowed = filters.length > 0 || search !== '';
  const notice = shown.length === 0 && (
    <Notice
      tone="empty"
      illustration={<EmptyPlate />}
      title={t('emptyTitle')}
      action={isNarrowed && <ShowAllButton />}
    >
      {search ? t('emptySearchText', { text: search }) : t(isNarrowed ? 'emptyFilteredText' : 'emptyText')}
    </Notice>
  );
  if (week.isAwaited && !notice) return <Skeleton shape="dish" count={6} label={t('loading')} />;
  if (week.loaded) return notice || <week.loaded days={shown} pressed={pressed} />;
  const drawn = mountedItems(days, shown, count);
  return (
    <>
      {notice}
      {period === 'DAY' ? (
        drawn.map(([{ day, groups, wanted, isClosed, closedReason }, isShown]) => (
          <div key={day} hidden={!isShown}>
            <Stack gap="large">
              {isClosed && (
                <Notice tone="empty" illustration={<EmptyPlate />} title={t('closedTitle')}>
                  {closedReason}
                </Notice>
              )}
              {groups.length > 0 && <GroupsOfDay groups={groups} wanted={wanted} level={2} />}
            </Stack>
          </div>
        ))
      ) : (
        <div hidden={shown.length === 0}>
          <Stack gap="large">
            {drawn.map(([{ day, heading, groups, wanted, closedText }, isShown]) => (
              <DayOfGroups
                key={day}
                hidden={!isShown}
                heading={heading}
                note={closedText}
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
  heading,
  note,
  hidden,
  ...groups
}: Groups & { heading: string; note: string | undefined; hidden: boolean }) {
  const id = useId();
  return (
    <section aria-labelledby={id} hidden={hidden}>
      <MenuHeading of="day" level={2} id={id} note={note}>
        {heading}
      </MenuHeading>
      <GroupsOfDay {...groups} level={3} />
    </section>
  );
}

function GroupsOfDay({ groups, wanted, level }: Groups & { level: 2 | 3 }) {
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
        <GroupOfDishes key={group.group} {...group} level={level} hidden={!isShown} />
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
}: MenuGroup<MenuItem> & { level: 2 | 3; hidden: boolean }) {
  const id = useId();
  const t = useTranslations('menu');
  return (
    <DishGroup labelledBy={id} dishes={Math.min(wanted.length, DISHES_AT_ONCE)} hidden={hidden}>
      <MenuHeading of="group" id={id} level={level}>
        {group || t('otherGroup')}
      </MenuHeading>
      <Dishes dishes={dishes} wanted={wanted} headingLevel={level === 2 ? 3 : 4} />
    </DishGroup>
  );
}
