import type { Menu } from '@refectory/contract/menu';
import { showsBalance } from '@refectory/domain/balance';
import { filtersOn } from '@refectory/domain/menu';
import { periods } from '@refectory/domain/period';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';

import { ownOrders } from '#features/orders/late-own-orders.ts';
import { useMyOrders } from '#features/orders/use-my-orders.ts';
import { useFirstAnswers } from '#platform/api/use-first-answers.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { useLaterPart } from '#platform/late/use-later-part.ts';
import { useIsLoggedIn, usePlatform, useSnapshot, useToday } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { PageShell, Stack } from '#ui/page-shell.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Pending } from '#ui/skeleton.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';

import { DetailsContext } from './dish-on-menu.tsx';
import { DayNotes } from './day-notes.tsx';
import { menuOfWeek } from './menu-of-days.tsx';
import { OfferBody } from './offer-body.tsx';
import { OfferDays } from './offer-days.tsx';
import { OfferLead } from './offer-lead.tsx';
import { OfferOptions } from './offer-options.tsx';
import { useCanteenPicker } from './use-canteen-picker.tsx';
import { useDishDetails } from './use-dish-details.tsx';
import { BalanceContext, DietsContext } from './use-dish-facts.tsx';
import { useOfferSelection, type OfferSelection } from './use-offer-selection.ts';
import { useOffer, type Offer } from './use-offer.ts';

const liveOffer = latePart(async () => (await import('./live-offer.tsx')).LiveOffer);

/** `/offer/{period?}`: what the canteen cooks, by day and group. */
export default function MenuPage() {
  const t = useTranslations('menu');
  const selection = useOfferSelection();
  const offer = useOffer(selection);
  const { period } = selection;
  // What is pressed is answered at once; the dishes, of which there may be hundreds, follow it.
  const filter = useDeferredValue(selection.filter);
  const isLoggedIn = useIsLoggedIn();
  const myOrders = useMyOrders();
  const orders = myOrders.data;
  // A dish with an order is taller: all of the menu comes at once.
  const isHeldBack = !useFirstAnswers() && myOrders.isLoading;
  // At once for every customer: their dishes then have the button as soon as their orders are read.
  const own = useLatePart(ownOrders, isLoggedIn);
  const isLive = useSnapshot(({ session }) => session.capabilities?.live === true);
  // Without its code the offer works as without the stream.
  const live = useLaterPart(liveOffer, isLive && offer.menu.data !== undefined);
  // Beside the menu, and not after it.
  useLatePart(menuOfWeek, period === 'WEEK');
  const picker = useCanteenPicker(selection, offer);
  const details = useDishDetails(offer.menu.data);
  const optionsId = useId();
  const options = useOptionsOpen();
  const isPhone = useMedia(PHONE);
  const [dayInSight, setDayInSight] = useState<string>();

  // Which day comes first is known when the menu is read.
  const isDayKnown = selection.day !== undefined || period === 'TIMESPAN' || offer.menu.data !== undefined;
  const { from, to } = offer.range;
  const known = offer.menu.data?.filters ?? NO_FILTERS;
  const filters = isHeldBack ? NO_FILTERS : known;
  const diets = useMemo(() => filters.filter(({ kind }) => kind === 'diet'), [filters]);
  const chosen = filtersOn(filters, selection.filter);
  const balance = useShownBalance(isLoggedIn);
  useDroppedFilters(selection, offer, filtersOn(known, selection.filter));

  return (
    <BalanceContext value={balance}>
      <DietsContext value={diets}>
        <PageShell
          isTight
          title={<OfferHeading period={period} offer={offer} isDayKnown={isDayKnown} />}
          // The row of days names its day: on a phone the dishes have the height of a second name.
          isTitleHidden={isPhone && period === 'DAY'}
          lead={
            <OfferLead
              offer={offer}
              picker={picker}
              options={{ ...options, id: optionsId, count: chosen.length }}
              period={isPhone ? selection : undefined}
            />
          }
          tools={
            isPhone ? undefined : (
              <SegmentedControl
                label={t('period')}
                options={periods.map((value) => ({ value, label: t(value) }))}
                value={period}
                onChange={selection.selectPeriod}
              />
            )
          }
          aside={
            isLoggedIn &&
            (own.loaded ? (
              <own.loaded.OrderSummaryPanel
                orders={orders?.filter(({ orderItem }) => orderItem.date >= from && orderItem.date <= to)}
                range={offer.range}
              />
            ) : null)
          }
        >
          <PageTitle page="offer" />
          {live.loaded && offer.menu.data && (
            <live.loaded canteenId={offer.canteen?.id} menu={offer.menu.data} />
          )}
          <Stack gap="tight">
            <OfferDays
              selection={selection}
              offer={offer}
              isDayKnown={isDayKnown}
              ordered={new Set(orders?.map(({ orderItem }) => orderItem.date))}
              inSight={isWithin(dayInSight, offer.range) ? dayInSight : undefined}
            />
            {!isHeldBack && <DayNotes selection={selection} offer={offer} />}
            {(options.isOpen || chosen.length > 0) && (
              <OfferOptions
                id={optionsId}
                filters={options.isOpen ? filters : filters.filter(({ id }) => chosen.includes(id))}
                chosen={chosen}
                onSelect={selection.selectFilters}
              />
            )}
            <DetailsContext value={details.open}>
              <OfferBody
                offer={offer}
                isHeldBack={isHeldBack}
                period={period}
                chosen={filter}
                pressed={selection.pressed}
                onDayInSight={setDayInSight}
                onPickCanteen={picker.open}
              />
            </DetailsContext>
          </Stack>
          {details.dialog}
          {picker.dialog}
        </PageShell>
      </DietsContext>
    </BalanceContext>
  );
}

/** What is on the account, where the header shows it. */
function useShownBalance(isLoggedIn: boolean) {
  const { query, settings } = usePlatform();
  const isShown = isLoggedIn && settings.showAccountBalance !== 0;
  const { data } = useQuery({ ...query('getBalance', undefined), enabled: isShown });
  return isShown && showsBalance(settings.showAccountBalance, data?.balance) ? data : undefined;
}

/** The day or the days on screen; until the day is known, its place. */
function OfferHeading({
  period,
  offer: { canteens, menu, day, range },
  isDayKnown,
}: Pick<OfferSelection, 'period'> & { readonly offer: Offer; readonly isDayKnown: boolean }) {
  const t = useTranslations('menu');
  const tShell = useTranslations('shell');
  const formats = useFormats();
  const today = useToday();
  const heading =
    period === 'DAY'
      ? formats.dayHeading(day, today)
      : t('span', { from: formats.dayShort(range.from), to: formats.dayShort(range.to) });
  // Nothing is on its way any more.
  if (!isDayKnown && (canteens.isError || menu.isError)) return tShell('menu');
  return isDayKnown ? heading : <Pending label={tShell('menu')}>{heading}</Pending>;
}

/** Whether a day is one of those on screen, and not of the week that was scrolled before. */
const isWithin = (day: string | undefined, { from, to }: Offer['range']) =>
  day !== undefined && from <= day && day <= to;

const NO_FILTERS: Menu['filters'] = [];

/** From this width on there is room for everything at once. */
const WIDE = '(min-width: 56.25em)';

/** Whether the options are open: at first where there is room for them, then as somebody left them. */
function useOptionsOpen(): { readonly isOpen: boolean; readonly onToggle: () => void } {
  const isWide = useMedia(WIDE);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isWide;
  return { isOpen, onToggle: () => setChosen(!isOpen) };
}

/** A filter that the menu of what is now chosen does not know is dropped for good. */
function useDroppedFilters(selection: OfferSelection, offer: Offer, known: readonly string[]): void {
  const isSettled =
    offer.menu.isSuccess &&
    !offer.isOlder &&
    (selection.period === 'TIMESPAN' || selection.day === offer.day);
  const isOneUnknown = isSettled && selection.filter !== undefined && selection.filter.length > known.length;
  const drop = useEffectEvent(() => selection.selectFilters([...known]));
  useEffect(() => {
    if (isOneUnknown) drop();
  }, [isOneUnknown]);
}
