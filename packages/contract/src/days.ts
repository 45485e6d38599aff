import { isCalendarDay, type CalendarDay, type Instant } from '@refectory/domain/day';
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

/** A moment: ISO 8601 with an offset on the wire, milliseconds since 1970 inside. */
export const Moment = z.codec(
  z.string(),
  z.custom<Instant>((value) => Number.isSafeInteger(value)),
  {
    decode: (text, context) => {
      const instant = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
      if (!Number.isNaN(instant)) return instant;
      context.issues.push({ code: 'custom', input: text, message: 'not a moment' });
      return z.NEVER;
    },
    encode: (instant) => new Date(instant).toISOString(),
  },
);
