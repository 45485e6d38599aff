import { addDays, calendarDay, daysFromTo, mondayOf, type CalendarDay } from '@refectory/domain/day';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import { latePart } from '#platform/late/late-part.ts';
import { useLateDialog } from '#platform/late/use-late-dialog.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { ChoiceButton } from '#ui/choice-button.tsx';
import { DayStrip, type DayStripDay } from '#ui/day-strip.tsx';
import { IconButton } from '#ui/icon-button.tsx';

import type { OfferSelection } from './use-offer-selection.ts';
import type { Offer } from './use-offer.ts';

type DaysProps = {
  readonly selection: OfferSelection;
  readonly offer: Offer;
  readonly isDayKnown: boolean;
  /** Days with orders of the customer. */
  readonly ordered: ReadonlySet<CalendarDay>;
  /** Of the days of a week, the one that is scrolled to. */
  readonly inSight: string | undefined;
};

const offerCalendar = latePart(async () => (await import('./offer-calendar.tsx')).OfferCalendar, {
  words: ['dialogs'],
});

/** The days to choose from: in a row, further ones and those of a custom period in a calendar. */
export function OfferDays(props: DaysProps) {
  const { selection, offer, isDayKnown, ordered } = props;
  const t = useTranslations('menu');
  const formats = useFormats();
  const calendar = useLateDialog(offerCalendar);
  const { from, to } = offer.range;

  return (
    <>
      {selection.period === 'TIMESPAN' ? (
        <div data-sticky-days="">
          <ChoiceButton
            framed
            icon="calendar"
            aria-haspopup="dialog"
            busy={calendar.isLoading}
            onClick={() => void calendar.open()}
          >
            {t('span', { from: formats.dayBrief(from), to: formats.dayBrief(to) })}
          </ChoiceButton>
        </div>
      ) : (
        <DaysInRow
          {...props}
          beside={
            <IconButton
              icon="calendar"
              label={t('calendar')}
              aria-haspopup="dialog"
              aria-busy={calendar.isLoading || undefined}
              onClick={() => void calendar.open()}
            />
          }
        />
      )}
      {calendar.Dialog && (
        <calendar.Dialog
          period={selection.period}
          day={isDayKnown ? offer.day : undefined}
          range={offer.range}
          menu={offer.menu.data}
          ordered={ordered}
          onClose={calendar.close}
          onDay={(day) => {
            calendar.close();
            selection.selectDay(day);
          }}
          onRange={(range) => {
            calendar.close();
            selection.selectRange(range);
          }}
        />
      )}
    </>
  );
}

function DaysInRow({
  selection,
  offer,
  isDayKnown,
  ordered,
  inSight,
  beside,
}: DaysProps & { readonly beside: ReactNode }) {
  const { toasts } = usePlatform();
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const days = useDayStrip(offer, isDayKnown, ordered);
  const tellWhy = (name: string) => {
    const day = calendarDay(name);
    const closed = offer.menu.data?.closedDays?.find(({ date }) => date === day);
    const why = days.find((one) => one.day === day)?.why;
    if (closed?.reason) toasts.add({ messageKey: closed.reason, isFromServer: true });
    else if (closed) toasts.add({ messageKey: 'menu.closedTitle' });
    else if (why !== undefined)
      toasts.add({
        messageKey: formats.dayHeading(day, today),
        isFromServer: true,
        reason: { messageKey: `menu.${why}` as const, isFromServer: false },
      });
  };
  return (
    <DayStrip
      label={t('days')}
      // Of the days of a week, the one that is scrolled to is marked.
      days={days.map((day) => ({
        ...day,
        selected: inSight === undefined ? day.selected : day.day === inSight,
      }))}
      onSelect={(day) => selection.selectDay(calendarDay(day))}
      onUnavailable={tellWhy}
      beside={beside}
    />
  );
}

/** How many weeks the strip shows from that of the later of today and the selected day on. */
const STRIP_WEEKS = 3;

/** From so far from today on the strip has the weeks from the selected day on alone; the calendar has the days between. */
const FAR_DAYS = 7 * 8;

/** A day of the strip, and why it cannot be chosen where it is not closed. */
type OfferDay = DayStripDay & { readonly why: 'dayOver' | 'dayTooFar' | 'dayEmpty' | undefined };

function useDayStrip(offer: Offer, isDayKnown: boolean, ordered: ReadonlySet<CalendarDay>): OfferDay[] {
  const { settings } = usePlatform();
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const { data } = offer.menu;
  const isFar = offer.day < addDays(today, -FAR_DAYS) || offer.day > addDays(today, FAR_DAYS);
  const first = mondayOf(isFar || offer.day < today ? offer.day : today);
  const last = addDays(mondayOf(isFar || offer.day > today ? offer.day : today), 7 * STRIP_WEEKS - 1);
  const latest = addDays(today, settings.maxDaysAhead);
  const available = new Set(data?.availableDays);
  const closed = new Map(data?.closedDays?.map(({ date, reason }) => [date, reason]));
  const whyNot = (day: CalendarDay): OfferDay['why'] => {
    // Days before today cannot be chosen, and none after the limit.
    if (day < today) return 'dayOver';
    if (day > latest) return 'dayTooFar';
    return data && !available.has(day) ? 'dayEmpty' : undefined;
  };
  return daysFromTo(first, last).map((day) => {
    const why = whyNot(day);
    const notes = [
      day === today && t('today'),
      ordered.has(day) && t('dayOrdered'),
      !closed.has(day) && why && t(why),
    ].filter((note) => typeof note === 'string');
    return {
      day,
      weekday: formats.weekdayShort(day),
      date: formats.dayShort(day),
      label: [formats.dayHeading(day, today), ...notes].join(', '),
      selected: isDayKnown && day === offer.day,
      today: day === today,
      available: why === undefined,
      why,
      closed: closed.has(day),
      closedReason: [t('dayClosed'), closed.get(day)].filter(Boolean).join(': '),
      hasOrder: ordered.has(day),
    };
  });
}
