import { addDays, instantAt, weekdayOf, type CalendarDay, type Instant, type TimeOfDay } from './day.ts';

/** A limit: so many working days before the day of the meal, at a time of day. */
export type CutOff = { readonly workingDaysBefore: number; readonly time: TimeOfDay };

/** Until when a dish can be ordered, its order cancelled, and the order offered to others. */
export type CutOffRule = {
  readonly order: CutOff;
  readonly cancel: CutOff;
  readonly exchange: CutOff;
};

/** The rule of a canteen that has set none: all on the day itself, before the kitchen starts. */
export const defaultCutOffRule: CutOffRule = {
  order: { workingDaysBefore: 0, time: '10:00' },
  cancel: { workingDaysBefore: 0, time: '10:00' },
  exchange: { workingDaysBefore: 0, time: '13:30' },
};

/** The moments a rule gives for one day of meals. */
export type CutOffInstants = { orderUntil: Instant; cancelUntil: Instant; exchangeUntil: Instant };

function limitOf(
  cutOff: CutOff,
  day: CalendarDay,
  zone: string,
  isClosed: (day: CalendarDay) => boolean,
): Instant {
  let limit = day;
  for (let left = cutOff.workingDaysBefore; left > 0; left -= 1) {
    do limit = addDays(limit, -1);
    while (weekdayOf(limit) > 5 || isClosed(limit));
  }
  return instantAt(limit, cutOff.time, zone);
}

/** The cut-off moments of a day; weekends and closed days are no working days. */
export function cutOffInstants(
  rule: CutOffRule,
  day: CalendarDay,
  zone: string,
  isClosed: (day: CalendarDay) => boolean = () => false,
): CutOffInstants {
  return {
    orderUntil: limitOf(rule.order, day, zone, isClosed),
    cancelUntil: limitOf(rule.cancel, day, zone, isClosed),
    exchangeUntil: limitOf(rule.exchange, day, zone, isClosed),
  };
}
