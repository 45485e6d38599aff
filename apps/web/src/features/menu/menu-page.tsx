import type { Menu, MenuItem } from '@refectory/contract/menu';
import { addDays, calendarDay, daysFromTo, mondayOf, type CalendarDay } from '@refectory/domain/day';
import { groupMenu, withAnyFilter, type MenuDay } from '@refectory/domain/menu';
import { isPeriod, periods, rangeOf, timeSpanOfPeriod, type Period } from '@refectory/domain/period';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslations } from 'use-intl';

import { OrderSummaryPanel } from '#features/orders/order-summary-panel.tsx';
import { useMyOrders } from '#features/orders/use-my-orders.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useIsLoggedIn, usePlatform, useToday } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { Button } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DayStrip, type DayStripDay } from '#ui/day-strip.tsx';
import { DishGroup, DishGroups } from '#ui/dish-groups.tsx';
import { DishList } from '#ui/dish-list.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageNote, PageShell, Stack } from '#ui/page-shell.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Pending, Skeleton } from '#ui/skeleton.tsx';
import { WeekBoard } from '#ui/week-board.tsx';

import { DishOnMenu } from './dish-on-menu.tsx';
import { useOffer, type Offer } from './use-offer.ts';

const route = getRouteApi('/offer/{-$period}');

/** `/offer/{period?}`: what the canteen cooks, by day and group. // spec §2 */
export default function MenuPage() {
  const platform = usePlatform();
  const t = useTranslations('menu');
  const tShell = useTranslations('shell');
  const formats = useFormats();
  const today = useToday();
  const params = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // The route lets no other period pass.
  const period: Period = isPeriod(params.period) ? params.period : 'DAY';

  const selectDay = (day: CalendarDay, replace = false) =>
    void navigate({ to: '.', search: (before) => ({ ...before, day }), replace });
  const offer = useOffer({ period, day: search.day, canteen: search.canteen }, (day) => selectDay(day, true));
  const isLoggedIn = useIsLoggedIn();
  const { data: orders } = useMyOrders();
  // Which day comes first is known when the menu is read.
  const isDayKnown = search.day !== undefined || period === 'TIMESPAN' || offer.menu.data !== undefined;
  const days = useDayStrip(offer, isDayKnown, new Set(orders?.map(({ orderItem }) => orderItem.date)));

  const selectPeriod = (next: Period) => {
    platform.snapshot.setState(({ session }) => ({
      session: { ...session, timespan: timeSpanOfPeriod(next) },
    }));
    void navigate({ to: '.', params: { period: next }, search: (before) => before });
  };
  const selectCanteen = (canteen: number) => {
    platform.snapshot.setState({ selection: { canteenId: canteen } });
    void navigate({ to: '.', search: (before) => ({ ...before, canteen }) });
  };
  const selectFilters = (filter: string[]) =>
    void navigate({ to: '.', search: (before) => ({ ...before, filter }), replace: true });
  const tellWhyClosed = (day: string) => {
    const reason = offer.menu.data?.closedDays?.find(({ date }) => date === day)?.reason;
    platform.toasts.add(
      reason ? { messageKey: reason, isFromServer: true } : { messageKey: 'menu.closedTitle' },
    );
  };

  const { from, to } = rangeOf(timeSpanOfPeriod(period), offer.day);
  const isWithin = (day: CalendarDay) => day >= from && day <= to;
  const shownOrders = orders?.filter(({ orderItem }) => isWithin(orderItem.date));
  const heading =
    period === 'DAY'
      ? formats.dayHeading(offer.day, today)
      : t('weekOf', { from: formats.dayShort(from), to: formats.dayShort(to) });
  // In a week that is shown whole the reason stands on the day itself.
  const whyClosed =
    period === 'DAY' &&
    offer.menu.data?.closedDays
      ?.filter(({ date, reason }) => reason && mondayOf(date) === mondayOf(offer.day) && date !== offer.day)
      .map(
        ({ date, reason }) =>
          `${formats.weekdayShort(date)} ${formats.dayShort(date)} ${t('dayClosed')}: ${reason}`,
      )
      .join(', ');
  const canteens = offer.canteens.data?.canteens ?? [];
  const filters = offer.menu.data?.filters ?? [];
  // A filter that this menu does not know is off (OQ-24).
  const chosen = filters.map(({ id }) => id).filter((id) => search.filter?.includes(id));

  return (
    <PageShell
      title={isDayKnown ? heading : <Pending label={tShell('menu')}>{heading}</Pending>}
      lead={
        // While the canteens are read it keeps its place, so that nothing moves when they come.
        (offer.canteen ?? offer.canteens.isPending) && (
          <Select
            label={t('canteen')}
            labelHidden
            icon="map-pin"
            disabled={!offer.canteen}
            value={String(offer.canteen?.id ?? '')}
            options={canteens.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => selectCanteen(Number(event.target.value))}
          />
        )
      }
      tools={
        <SegmentedControl
          label={t('period')}
          options={periods.map((value) => ({ value, label: t(value) }))}
          value={period}
          onChange={selectPeriod}
        />
      }
      aside={isLoggedIn && <OrderSummaryPanel orders={shownOrders} />}
    >
      <PageTitle page="offer" />
      <Stack>
        <DayStrip
          label={t('days')}
          days={days}
          onSelect={(day) => selectDay(calendarDay(day))}
          onClosed={tellWhyClosed}
        />
        {whyClosed && <PageNote>{whyClosed}</PageNote>}
        {filters.length > 0 && (
          <ChipRow label={t('filters')}>
            {filters.map(({ id, name }) => (
              <Chip
                key={id}
                pressed={chosen.includes(id)}
                onToggle={(isOn) =>
                  selectFilters(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              >
                {name}
              </Chip>
            ))}
          </ChipRow>
        )}
        <OfferBody
          offer={offer}
          period={period}
          isWithin={isWithin}
          filters={chosen}
          onAllFilters={() => selectFilters([])}
        />
      </Stack>
    </PageShell>
  );
}

/** How many weeks the strip shows from the earlier of today and the selected day. */
const STRIP_WEEKS = 3;

function useDayStrip(offer: Offer, isDayKnown: boolean, ordered: ReadonlySet<CalendarDay>): DayStripDay[] {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const { data } = offer.menu;
  const first = mondayOf(offer.day < today ? offer.day : today);
  const last = addDays(mondayOf(offer.day > today ? offer.day : today), 7 * STRIP_WEEKS - 1);
  const available = new Set(data?.availableDays);
  const closed = new Map(data?.closedDays?.map(({ date, reason }) => [date, reason]));
  return daysFromTo(first, last).map((day) => {
    const notes = [
      day === today && t('today'),
      ordered.has(day) && t('dayOrdered'),
      !closed.has(day) && data && !available.has(day) && t('dayEmpty'),
    ].filter((note) => typeof note === 'string');
    return {
      day,
      weekday: formats.weekdayShort(day),
      date: formats.dayShort(day),
      label: [formats.dayHeading(day, today), ...notes].join(', '),
      selected: isDayKnown && day === offer.day,
      today: day === today,
      available: data === undefined || available.has(day),
      closed: closed.has(day),
      closedReason: [t('dayClosed'), closed.get(day)].filter(Boolean).join(': '),
      hasOrder: ordered.has(day),
    };
  });
}

type BodyProps = {
  readonly offer: Offer;
  readonly period: Period;
  /** Whether a day is one of those to show. */
  readonly isWithin: (day: CalendarDay) => boolean;
  /** Filters that are on. */
  readonly filters: readonly string[];
  readonly onAllFilters: () => void;
};

function OfferBody({ offer, ...shown }: BodyProps) {
  const t = useTranslations();
  const { canteens, menu } = offer;
  const failed = [canteens, menu].find((query) => query.isLoadingError);
  if (failed) {
    const title = failed === canteens ? 'menu.canteensFailedTitle' : 'menu.failedTitle';
    return (
      <Notice
        tone="failed"
        illustration={<BrokenPlate />}
        title={t(title)}
        action={<RetryButton query={failed} />}
      />
    );
  }
  if (canteens.isSuccess && !offer.canteen) {
    return <Notice tone="empty" illustration={<EmptyPlate />} title={t('menu.noCanteens')} />;
  }
  const { data } = menu;
  if (!data || offer.isOlder) {
    const label = canteens.isPending ? 'menu.canteensLoading' : 'menu.loading';
    return <Skeleton shape="dish" count={6} label={t(label)} />;
  }
  return (
    <>
      {menu.isRefetchError && (
        <Notice tone="info" title={t('menu.rereadFailedTitle')} action={<RetryButton query={menu} />} />
      )}
      <MenuOfDays menu={data} {...shown} />
    </>
  );
}

function RetryButton({ query }: { query: Offer['canteens'] | Offer['menu'] }) {
  const t = useTranslations('shell');
  return (
    <Button busy={query.isFetching} onClick={() => void query.refetch()}>
      {t('retry')}
    </Button>
  );
}

function MenuOfDays({
  menu,
  period,
  isWithin,
  filters,
  onAllFilters,
}: Omit<BodyProps, 'offer'> & { menu: Menu }) {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const days = groupMenu(
    withAnyFilter(
      menu.menu.filter(({ date }) => isWithin(date)),
      filters,
    ),
  );
  const closed = new Map(
    menu.closedDays
      ?.filter(({ date }) => isWithin(date))
      .map(({ date, reason }) => [date, reason ?? t('dayClosed')]),
  );

  if (days.length === 0 && closed.size === 0) {
    return filters.length > 0 ? (
      <Notice
        tone="empty"
        illustration={<EmptyPlate />}
        title={t('emptyTitle')}
        action={<Button onClick={onAllFilters}>{t('showAll')}</Button>}
      >
        {t('emptyFilteredText')}
      </Notice>
    ) : (
      <Notice tone="empty" illustration={<EmptyPlate />} title={t('emptyTitle')}>
        {t('emptyText')}
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
  if (period === 'TIMESPAN') {
    return (
      <Stack gap="large">
        {shown.map(({ day, heading, groups, closed: reason }) => (
          <DayOfGroups key={day} heading={heading} note={reason} groups={groups} />
        ))}
      </Stack>
    );
  }
  return (
    <WeekBoard
      label={t('WEEK')}
      days={shown.map(({ day, heading, groups, closed: reason }) => ({
        day,
        heading,
        empty: reason,
        groups: groups.map(({ group, dishes }) => ({
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
    <DishGroup labelledBy={id} dishes={dishes.length}>
      <MenuHeading of="group" id={id} level={level}>
        {group || t('otherGroup')}
      </MenuHeading>
      <Dishes dishes={dishes} headingLevel={level === 2 ? 3 : 4} />
    </DishGroup>
  );
}

function Dishes({ dishes, headingLevel }: { dishes: readonly MenuItem[]; headingLevel: 3 | 4 }) {
  return (
    <DishList>
      {dishes.map((dish) => (
        <DishOnMenu key={dish.mealId} dish={dish} headingLevel={headingLevel} />
      ))}
    </DishList>
  );
}
