import type { MenuItem } from '@refectory/contract/menu';
import { filtersOn } from '@refectory/domain/menu';
import { memo, useId, useState } from 'react';
import { useTranslations } from 'use-intl';

import { useLatePart } from '#platform/late-part/use-late-part.ts';
import { usePlatform } from '#platform/platform.ts';
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
import { useOfferChoice } from './use-offer-choice.ts';
import { useShownDays, type ShownDay, type ShownMenu } from './use-shown-days.ts';

/** Days drawn at first, and each time more of them are wanted. // spec §9 */
const DAYS_AT_ONCE = 8;
/** Dishes of a list drawn at first, and each time more of them are wanted. // spec §9 */
const DISHES_AT_ONCE = 10;

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
      {print.Part && <print.Part {...menu} days={shown.days} canteen={canteen} />}
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
  areAllLeftOut,
}: ShownMenu & ReturnType<typeof useShownDays>) {
  const t = useTranslations('menu');
  const board = useLatePart(period === 'WEEK', async () => (await import('#ui/week-board.tsx')).WeekBoard);
  const [count, setCount] = useState(DAYS_AT_ONCE);

  if (days.length === 0 || areAllLeftOut) {
    const isNarrowed = filters.length > 0 || search !== '';
    return (
      <Notice
        tone="empty"
        illustration={<EmptyPlate />}
        title={t('emptyTitle')}
        action={isNarrowed && <ShowAllButton />}
      >
        {search ? t('emptySearchText', { text: search }) : t(isNarrowed ? 'emptyFilteredText' : 'emptyText')}
      </Notice>
    );
  }
  if (period === 'DAY') {
    return days.map(({ day, groups, isClosed, closedReason }) => (
      <Stack key={day} gap="large">
        {isClosed && (
          <Notice tone="empty" illustration={<EmptyPlate />} title={t('closedTitle')}>
            {closedReason}
          </Notice>
        )}
        {groups.length > 0 && <GroupsOfDay groups={groups} level={2} />}
      </Stack>
    ));
  }
  if (board.isAwaited) return <Skeleton shape="dish" count={6} label={t('loading')} />;
  if (!board.Part) {
    return (
      <div>
        <Stack gap="large">
          {days.slice(0, count).map(({ day, heading, groups, closedText }) => (
            <DayOfGroups key={day} heading={heading} note={closedText} groups={groups} />
          ))}
        </Stack>
        {count < days.length && (
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
      days={days.map(({ day, heading, groups, closedText }) => ({
        day,
        heading,
        empty: closedText,
        groups: groups.map(({ group, dishes }) => ({
          id: group,
          name: group || t('otherGroup'),
          children: <Dishes dishes={dishes} headingLevel={4} />,
        })),
      }))}
    />
  );
}

type Groups = ShownDay['groups'];

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
