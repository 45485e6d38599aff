import {
  addDays,
  daysBetween,
  durationOfDays,
  instantOf,
  mondayOf,
  type CalendarDay,
} from '@refectory/domain/day';
import { isShortened, LONGEST_RANGE_DAYS } from '@refectory/domain/period';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useServerTime, useToday } from '#platform/platform.ts';
import { PageNote } from '#ui/page-shell.tsx';
import { TextButton } from '#ui/text-button.tsx';

import type { OfferSelection } from './use-offer-selection.ts';
import type { Offer } from './use-offer.ts';

/** How many days before the week of a day its closed days are told: a closed Friday leads to the Monday after it. */
const DAYS_BEFORE = 3;

/** Why other days are shown than those that were chosen, and which days near the one on screen are closed. */
export function DayNotes({
  selection,
  offer,
}: {
  readonly selection: OfferSelection;
  readonly offer: Offer;
}) {
  const shifted = useShiftNote(selection, offer);
  const closed = useClosedNote(selection, offer);
  const shortened = useShortenedNote(selection, offer);
  const notes = [closed, shortened].filter((note) => note !== undefined);
  return (
    <>
      {shifted !== undefined && <PageNote>{shifted}</PageNote>}
      <OfferedToday selection={selection} offer={offer} />
      <OtherDay selection={selection} offer={offer} />
      {notes.map((note) => (
        <PageNote key={note}>{note}</PageNote>
      ))}
    </>
  );
}

/** That others offer portions today, where another day is shown since ordering for today is over; leads to them. */
function OfferedToday({ selection, offer }: { readonly selection: OfferSelection; readonly offer: Offer }) {
  const t = useTranslations('menu');
  const today = useToday();
  const count = offer.menu.data?.offeredToday;
  if (!isTodayOver(selection, offer, today) || count === undefined) return null;
  return (
    <PageNote>
      <TextButton onClick={() => selection.selectDay(today, 'offered')}>
        {t('offeredToday', { count })}
      </TextButton>
    </PageNote>
  );
}

/** That another day is shown than today, where none was chosen since the page was opened: people may take it for today. */
function OtherDay({ selection, offer }: { readonly selection: OfferSelection; readonly offer: Offer }) {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const isEarlier = useIsBeforeLimit(offer);
  const { period, isFirstDay, isChosenHere, shiftedFrom } = selection;
  const isToldOrKnown = isFirstDay || isChosenHere || shiftedFrom !== undefined;
  const { menu, day, isOlder } = offer;
  if (period !== 'DAY' || isToldOrKnown || isOlder || day <= today || !isEarlier) return null;
  if (!menu.data?.availableDays.includes(today) || closedDay(offer, today)) return null;
  return (
    <PageNote>
      {t('otherDay', { day: formats.dayHeading(day, today) })}{' '}
      <TextButton onClick={() => selection.selectDay(today)}>{t('toToday')}</TextButton>
    </PageNote>
  );
}

/** Whether the time of day is before the last cut-off of the day that is shown: that of today has likely not passed, either. */
function useIsBeforeLimit({ menu, day }: Offer): boolean {
  const { zone } = usePlatform();
  const ahead = durationOfDays(daysBetween(useToday(), day));
  // An older server answers with other days, too.
  const shown = menu.data?.menu.filter(({ date }) => date === day) ?? [];
  const limits = shown.map(({ orderUntil }) => instantOf(orderUntil, zone) ?? 0);
  const limit = Math.max(0, ...limits) - ahead;
  return useServerTime((now) => (now < limit ? 1 : 0)) === 1;
}

/** Whether the offer began with a later day than today, since nothing of today can be ordered any more. */
function isTodayOver({ isFirstDay, period }: OfferSelection, offer: Offer, today: CalendarDay): boolean {
  const hasToday = offer.menu.data?.availableDays.includes(today) === true && !closedDay(offer, today);
  return !offer.isOlder && isFirstDay && period === 'DAY' && offer.day > today && hasToday;
}

const closedDay = ({ menu }: Offer, day: CalendarDay) =>
  menu.data?.closedDays?.find(({ date }) => date === day);

function useShiftNote(selection: OfferSelection, offer: Offer): string | undefined {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const { shiftedFrom } = selection;
  if (offer.isOlder) return undefined;
  // The offer begins with the first day that can be ordered.
  if (isTodayOver(selection, offer, today))
    return t('orderingOver', { day: formats.dayHeading(offer.day, today) });
  if (shiftedFrom === undefined) return undefined;
  const why = shiftedFrom < today ? 'past' : closedDay(offer, shiftedFrom) ? 'closed' : 'empty';
  return t('dayShifted', { day: formats.dayBrief(shiftedFrom), shown: formats.dayBrief(offer.day), why });
}

/** In a week that is shown whole the reasons stand on the days themselves. */
function useClosedNote({ period }: OfferSelection, { menu, day }: Offer): string | undefined {
  const t = useTranslations('menu');
  const formats = useFormats();
  if (period !== 'DAY') return undefined;
  const monday = mondayOf(day);
  const near = menu.data?.closedDays?.filter(
    ({ date, reason }) =>
      reason && date !== day && date >= addDays(monday, -DAYS_BEFORE) && date < addDays(monday, 7),
  );
  const texts = near?.map(({ date, reason }) => `${formats.dayBrief(date)} ${t('dayClosed')}: ${reason}`);
  return texts?.join(', ') || undefined;
}

function useShortenedNote(selection: OfferSelection, { range }: Offer): string | undefined {
  const t = useTranslations('menu');
  const formats = useFormats();
  if (selection.period !== 'TIMESPAN' || !isShortened(selection, range)) return undefined;
  return t('spanShortened', { days: LONGEST_RANGE_DAYS, last: formats.dayShort(range.to) });
}
