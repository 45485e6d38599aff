import { filtersOn } from '@refectory/domain/menu';
import { periods } from '@refectory/domain/period';
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';

import { useMyOrders } from '#features/orders/use-my-orders.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { useIsLoggedIn, useSnapshot, useToday } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { PageShell, Stack } from '#ui/page-shell.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Pending } from '#ui/skeleton.tsx';
import { useMedia } from '#ui/use-media.ts';

import { DetailsContext } from './dish-on-menu.tsx';
import { DayNotes } from './day-notes.tsx';
import { OfferBody } from './offer-body.tsx';
import { OfferDays } from './offer-days.tsx';
import { OfferLead } from './offer-lead.tsx';
import { OfferOptions } from './offer-options.tsx';
import { useCanteenPicker } from './use-canteen-picker.tsx';
import { useDishDetails } from './use-dish-details.tsx';
import { OrderActionContext } from './use-dish-facts.tsx';
import { useOfferSelection, type OfferSelection } from './use-offer-selection.ts';
import { useOffer, type Offer } from './use-offer.ts';

const orderSummary = latePart(
  async () => (await import('#features/orders/order-summary-panel.tsx')).OrderSummaryPanel,
);
const orderActionButton = latePart(
  async () => (await import('#features/orders/order-action-button.tsx')).OrderActionButton,
);
const liveOffer = latePart(async () => (await import('./live-offer.tsx')).LiveOffer);

/** `/offer/{period?}`: what the canteen cooks, by day and group. // spec §2 */
export default function MenuPage() {
  const t = useTranslations('menu');
  const selection = useOfferSelection();
  const offer = useOffer(selection);
  const { period } = selection;
  // What is pressed is answered at once; the dishes, of which there may be hundreds, follow it.
  const filter = useDeferredValue(selection.filter);
  const isLoggedIn = useIsLoggedIn();
  const { data: orders } = useMyOrders();
  const summary = useLatePart(orderSummary, isLoggedIn);
  const orderAction = useLatePart(orderActionButton, isLoggedIn);
  const isLive = useSnapshot(({ session }) => session.capabilities?.live === true);
  // Without its code the offer works as without the stream.
  const live = useLatePart(liveOffer, isLive && offer.menu.data !== undefined);
  const picker = useCanteenPicker(selection, offer);
  const details = useDishDetails(offer.menu.data);
  const optionsId = useId();
  const options = useOptionsOpen();

  // Which day comes first is known when the menu is read.
  const isDayKnown = selection.day !== undefined || period === 'TIMESPAN' || offer.menu.data !== undefined;
  const { from, to } = offer.range;
  const filters = offer.menu.data?.filters ?? [];
  const chosen = filtersOn(filters, selection.filter);
  useDroppedFilters(selection, offer, chosen);

  return (
    <OrderActionContext value={orderAction.loaded}>
      <PageShell
        title={<OfferHeading period={period} offer={offer} isDayKnown={isDayKnown} />}
        lead={
          <OfferLead
            offer={offer}
            picker={picker}
            options={{ ...options, id: optionsId, count: chosen.length }}
          />
        }
        tools={
          <SegmentedControl
            label={t('period')}
            options={periods.map((value) => ({ value, label: t(value) }))}
            value={period}
            onChange={selection.selectPeriod}
          />
        }
        aside={
          isLoggedIn &&
          (summary.loaded ? (
            <summary.loaded
              orders={orders?.filter(({ orderItem }) => orderItem.date >= from && orderItem.date <= to)}
            />
          ) : null)
        }
      >
        <PageTitle page="offer" />
        {live.loaded && offer.menu.data && (
          <live.loaded canteenId={offer.canteen?.id} menu={offer.menu.data} />
        )}
        <Stack>
          <OfferDays
            selection={selection}
            offer={offer}
            isDayKnown={isDayKnown}
            ordered={new Set(orders?.map(({ orderItem }) => orderItem.date))}
          />
          <DayNotes selection={selection} offer={offer} />
          {options.isOpen && (
            <OfferOptions
              id={optionsId}
              filters={filters}
              chosen={chosen}
              onSelect={selection.selectFilters}
            />
          )}
          <DetailsContext value={details.open}>
            <OfferBody
              offer={offer}
              period={period}
              chosen={filter}
              pressed={selection.pressed}
              onPickCanteen={picker.open}
            />
          </DetailsContext>
        </Stack>
        {details.dialog}
        {picker.dialog}
      </PageShell>
    </OrderActionContext>
  );
}

/** The day or the days on screen; until the day is known, its place. */
function OfferHeading({
  period,
  offer: { day, range },
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
  return isDayKnown ? heading : <Pending label={tShell('menu')}>{heading}</Pending>;
}

/** From this width on there is room for everything at once. */
const WIDE = '(min-width: 56.25em)';

/** Whether the options are open: at first where there is room for them, then as somebody left them. */
function useOptionsOpen(): { readonly isOpen: boolean; readonly onToggle: () => void } {
  const isWide = useMedia(WIDE);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isWide;
  return { isOpen, onToggle: () => setChosen(!isOpen) };
}

/** A filter that the menu of what is now chosen does not know is dropped for good (OQ-24). */
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
