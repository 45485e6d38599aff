import { addDays, mondayOf, type CalendarDay } from '@refectory/domain/day';
import { isShortened, LONGEST_RANGE_DAYS } from '@refectory/domain/period';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useToday } from '#platform/platform.ts';
import { PageNote } from '#ui/page-shell.tsx';

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
  const notes = [shifted, closed, shortened].filter((note) => note !== undefined);
  return notes.map((note) => <PageNote key={note}>{note}</PageNote>);
}

const closedDay = ({ menu }: Offer, day: CalendarDay) =>
  menu.data?.closedDays?.find(({ date }) => date === day);

function useShiftNote({ shiftedFrom, isFirstDay, period }: OfferSelection, offer: Offer): string | undefined {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  if (offer.isOlder) return undefined;
  // The offer begins with the first day that can be ordered.
  const isTodayOver = isFirstDay && offer.day > today && offer.menu.data?.availableDays.includes(today);
  if (isTodayOver && period === 'DAY' && !closedDay(offer, today))
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
