import {
  isCalendarDay,
  parseZoned,
  type CalendarDay,
  type Moment as DomainMoment,
} from '@refectory/domain/day';
import * as z from 'zod/mini';

/** A calendar day of the canteen, `yyyy-MM-dd`; a time behind it is not looked at. */
export const Day = z.codec(
  z.string(),
  z.custom<CalendarDay>((value) => typeof value === 'string'),
  {
    decode: (text, context) => {
      const day = text.slice(0, 10);
      if (isCalendarDay(day)) return day;
      context.issues.push({ code: 'custom', input: text, message: 'not a day' });
      return z.NEVER;
    },
    encode: (day) => day,
  },
);

/**
 * A moment: ISO 8601 with an offset, or milliseconds since 1970. A text without a zone is the
 * canteen's civil time, `yyyy-MM-dd HH:mm:ss`, and stays a text until `instantOf` of domain reads it
 * with the zone; so does one that cannot be read, which is shown as an invalid date.
 */
export const Moment = z.codec(
  z.union([z.string(), z.int()]),
  z.custom<DomainMoment>((value) => typeof value === 'string' || Number.isSafeInteger(value)),
  {
    decode: (wire) => (typeof wire === 'string' ? (parseZoned(wire) ?? wire) : wire),
    encode: (moment) => (typeof moment === 'string' ? moment : new Date(moment).toISOString()),
  },
);
