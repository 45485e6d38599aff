import type { MenuItem } from '@refectory/contract/menu';
import { filtersOn } from '@refectory/domain/menu';
import { memo, useId, useState, type ComponentProps } from 'react';
import { useTranslations } from 'use-intl';

import { useLatePart } from '#platform/late-part/use-late-part.ts';
import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { DishGroup, DishGroups } from '#ui/dish-groups.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { Stack } from '#ui/page-shell.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { DISHES_AT_ONCE, Dishes, drawnOf } from './dish-list-on-menu.tsx';
import { useOfferChoice } from './use-offer-choice.ts';
import { useShownDays, type ShownDay, type ShownMenu } from './use-shown-days.ts';

/** Days drawn at first, and each time more of them are wanted. // spec §9 */
const DAYS_AT_ONCE = 8;
/** Groups of a day likewise: more than a kitchen has, or a menu of thousands would be drawn at once. */
const GROUPS_AT_ONCE = 20;

type DaysProps = Omit<ShownMenu, 'filters'> & {
  /** Filters that are on, also those that this menu does not know. */
  readonly chosen: readonly string[] | undefined;
  /** The canteen's name. */
  readonly canteen: string;
};

/** The dishes of the days to show, by day and group, and what is printed in their place. */
function Days({ canteen, chosen, ...props }: DaysProps) {
  const menu = { ...props, filters: filtersOn(props.menu.filters, chosen) };
  const shown = useShownDays(menu);
  // With the page that prints too: a browser that prints waits for nothing.
  const print = useLatePart(true, async () => (await import('./menu-to-print.tsx')).MenuToPrint);
  return (
    <>
      <DaysOnScreen {...menu} {...shown} />
      {print.Part && <print.Part {...menu} {...shown} canteen={canteen} />}
    </>
  );
}

/** While the page is drawn again for a key that was pressed, the dishes are not. */
export const MenuOfDays = memo(Days);

/** Takes filters and search away. */
function ShowAllButton() {
  const { dishSearch } = usePlatform();
  const { selectFilters } = useOfferChoice();
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
  wanted,
}: ShownMenu & ReturnType<typeof useShownDays>) {
  const t = useTranslations('menu');
  const week = useLatePart(period === 'WEEK', async () => (await import('./menu-of-week.tsx')).MenuOfWeek);
  const [count, setCount] = useState(DAYS_AT_ONCE);

  const shown = days.filter(({ isShown }) => isShown).length;
  const isNarrowed = filters.length > 0 || search !== '';
  const notice = shown === 0 && (
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
  if (week.Part) return notice || <week.Part days={days} wanted={wanted} />;
  const drawn = drawnOf(days, ({ isShown }) => isShown, count);
  return (
    <>
      {notice}
      {period === 'DAY' ? (
        drawn.map(([{ day, groups, isClosed, closedReason }, isShown]) => (
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
        <div hidden={shown === 0}>
          <Stack gap="large">
            {drawn.map(([{ day, heading, groups, closedText }, isShown]) => (
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
          {count < shown && (
            <ShowMore
              automatic
              label={t('moreDays')}
              shown={count}
              onMore={() => setCount(count + DAYS_AT_ONCE)}
            />
          )}
        </div>
      )}
    </>
  );
}

type Groups = {
  readonly groups: ShownDay['groups'];
  readonly wanted: ReadonlySet<MenuItem>;
};

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
  const isWanted = ({ dishes }: Groups['groups'][number]) => dishes.some((dish) => wanted.has(dish));
  return (
    <DishGroups
      more={
        groups.filter(isWanted).length > count && (
          <ShowMore label={t('moreGroups')} shown={count} onMore={() => setCount(count + GROUPS_AT_ONCE)} />
        )
      }
    >
      {drawnOf(groups, isWanted, count).map(([{ group, dishes }, isShown]) => (
        <GroupOfDishes
          key={group}
          group={group}
          dishes={dishes}
          wanted={wanted}
          level={level}
          hidden={!isShown}
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
}: Omit<ComponentProps<typeof Dishes>, 'headingLevel'> & { group: string; level: 2 | 3; hidden: boolean }) {
  const id = useId();
  const t = useTranslations('menu');
  const shown = dishes.filter((dish) => wanted.has(dish)).length;
  return (
    <DishGroup labelledBy={id} dishes={Math.min(shown, DISHES_AT_ONCE)} hidden={hidden}>
      <MenuHeading of="group" id={id} level={level}>
        {group || t('otherGroup')}
      </MenuHeading>
      <Dishes dishes={dishes} wanted={wanted} headingLevel={level === 2 ? 3 : 4} />
    </DishGroup>
  );
}
