import { isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import type { Period } from '@refectory/domain/period';

import { addressOf } from '#platform/routing/addresses.ts';

/** What is chosen on the offer, besides the period. */
export type OfferSearch = {
  readonly day?: CalendarDay | undefined;
  /** The first and the last day of a custom period. */
  readonly start?: CalendarDay | undefined;
  readonly end?: CalendarDay | undefined;
  readonly canteen?: number | undefined;
  readonly filter?: readonly string[] | undefined;
};

/** Whether an address may name the day. Days beyond have no menu, and a year of the calendar's end does not have four digits. */
export const isDayOfOffer = (text: string): text is CalendarDay =>
  isCalendarDay(text) && text >= '2000-01-01' && text < '2100-01-01';

/** What an address chooses; parts that make no sense are left out. */
export function offerSearchOf(query: URLSearchParams): OfferSearch {
  const dayOf = (name: string) => {
    const text = query.get(name);
    return text !== null && isDayOfOffer(text) ? text : undefined;
  };
  const canteen = /^\d{1,15}$/.test(query.get('canteen') ?? '') ? Number(query.get('canteen')) : undefined;
  const filter = query.getAll('filter').filter((id) => id !== '');
  return {
    day: dayOf('day'),
    start: dayOf('start'),
    end: dayOf('end'),
    canteen,
    filter: filter.length > 0 ? filter : undefined,
  };
}

/** Whether an address chooses nothing by itself. */
export function isBare(search: OfferSearch): boolean {
  return Object.values(search).every((part) => part === undefined);
}

/** The address of the offer with what is chosen in it. */
export function offerAddress(period: Period, { filter = [], ...single }: OfferSearch): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(single))
    if (value !== undefined) query.append(name, String(value));
  for (const id of filter) query.append('filter', id);
  const text = query.toString();
  return addressOf('/offer/:period?', { period }) + (text && `?${text}`);
}
