declare const dayBrand: unique symbol;

/** A calendar day in the canteen's zone, `yyyy-MM-dd`. Days compare as texts. */
export type CalendarDay = string & { readonly [dayBrand]: true };

/** A moment in milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

/** A time of day, `HH:mm`, in the canteen's zone. */
export type TimeOfDay = `${number}:${number}`;

/** What the calendar and the clocks of a place show, the time as `HH:mm:ss`. */
export type CivilTime = { readonly day: CalendarDay; readonly time: `${TimeOfDay}:${number}` };

/** Days from Monday (1) to Sunday (7). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** UTC midnight of the day: civil days are counted on the UTC line, which has no clock changes. */
function utcMidnight(day: string): number {
  const match = DAY_PATTERN.exec(day);
  if (!match) return Number.NaN;
  const [, year, month, date] = match;
  return Date.UTC(Number(year), Number(month) - 1, Number(date));
}

function fromUtc(milliseconds: number): CalendarDay {
  return new Date(milliseconds).toISOString().slice(0, 10) as CalendarDay;
}

/** True for a day that exists in the calendar, so not for 2026-02-30. */
export function isCalendarDay(text: string): text is CalendarDay {
  const milliseconds = utcMidnight(text);
  return !Number.isNaN(milliseconds) && fromUtc(milliseconds) === text;
}

/** The day of such a text; throws for a text that is no day. */
export function calendarDay(text: string): CalendarDay {
  if (!isCalendarDay(text)) throw new RangeError(`not a day: ${text}`);
  return text;
}

/** The day so many days later, or earlier for a negative count. */
export function addDays(day: CalendarDay, count: number): CalendarDay {
  const date = new Date(utcMidnight(day));
  date.setUTCDate(date.getUTCDate() + count);
  return fromUtc(date.getTime());
}

/** How many days lie between two days: 1 from a day to the next. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / DAY_MS);
}

const DAY_MS = 86_400_000;

/** A span of time that is counted in days, in milliseconds. The days of a calendar are counted by `addDays`. */
export function durationOfDays(count: number): number {
  return count * DAY_MS;
}

/** The day's place in its week, Monday 1 to Sunday 7. */
export function weekdayOf(day: CalendarDay): Weekday {
  return (((new Date(utcMidnight(day)).getUTCDay() + 6) % 7) + 1) as Weekday;
}

/** Monday of the week the day lies in. */
export function mondayOf(day: CalendarDay): CalendarDay {
  return addDays(day, 1 - weekdayOf(day));
}

/** Every day from the first to the last, both included; none when the last lies before the first. */
export function daysFromTo(first: CalendarDay, last: CalendarDay): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function zonedParts(zone: string, instant: Instant): Record<string, string> {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(instant).map((part) => [part.type, part.value]));
}

/** What a zone's calendar and clocks show at a moment. */
export function civilTimeAt(instant: Instant, zone: string): CivilTime {
  const parts = zonedParts(zone, instant);
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}` as CalendarDay,
    time: `${parts['hour']}:${parts['minute']}:${parts['second']}` as CivilTime['time'],
  };
}

/** The calendar day in a zone at a moment. */
export function dayAt(instant: Instant, zone: string): CalendarDay {
  return civilTimeAt(instant, zone).day;
}

/** The time of day in a zone at a moment. */
export function timeAt(instant: Instant, zone: string): TimeOfDay {
  return civilTimeAt(instant, zone).time.slice(0, 5) as TimeOfDay;
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(instant: Instant, zone: string): number {
  const parts = zonedParts(zone, instant);
  const local = Date.UTC(
    Number(parts['year']),
    Number(parts['month']) - 1,
    Number(parts['day']),
    Number(parts['hour']),
    Number(parts['minute']),
    Number(parts['second']),
  );
  return local - Math.floor(instant / 1000) * 1000;
}

/**
 * The moment at which a zone's clocks show a time on a day. A time that a clock change skips is
 * taken with the offset before the change (02:30 becomes 03:30); one that happens twice is the
 * first.
 */
export function instantAt(day: CalendarDay, time: TimeOfDay, zone: string): Instant {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number);
  const wall = utcMidnight(day) + (hours * 60 + minutes) * 60_000;
  // The offsets a day before and after embrace any single change between them.
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  const first = wall - before;
  if (offsetAt(first, zone) === before) return first;
  const second = wall - after;
  return offsetAt(second, zone) === after ? second : first;
}

/** The moment a day begins in a zone. */
export function startOfDay(day: CalendarDay, zone: string): Instant {
  return instantAt(day, '00:00', zone);
}

/** A moment as ISO 8601 text with the zone's offset, `2026-11-24T10:00:00+01:00`. */
export function isoWithOffset(instant: Instant, zone: string): string {
  const offsetMinutes = Math.round(offsetAt(instant, zone) / 60_000);
  const local = new Date(instant + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const absolute = Math.abs(offsetMinutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`;
}

/** A moment as a call names it: milliseconds since 1970, or a text, which is the canteen's civil time where it has no zone (B12). */
export type Moment = Instant | string;

const ZONED = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;
const CIVIL = /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?)?$/;

/** The moment of a text with a zone of its own; undefined for any other text. */
export function parseZoned(text: string): Instant | undefined {
  // Some write the offset without its colon, which not every engine reads.
  const standard = text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  // The engine itself takes 30 February for a day of March.
  const [, day = ''] = ZONED.exec(standard) ?? [];
  const instant = isCalendarDay(day) ? Date.parse(standard) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** What a text without a zone says, a day alone being its midnight; undefined for any other text. */
function parseCivil(text: string): CivilTime | undefined {
  const [, day = '', time = '00:00', seconds = '00'] = CIVIL.exec(text) ?? [];
  return isCalendarDay(day) ? { day, time: `${time}:${seconds}` as CivilTime['time'] } : undefined;
}

/**
 * The moment itself: a text with a zone of its own as it says, one without as civil time of the
 * given zone. Undefined for a text that names no moment, and for none.
 */
export function instantOf(moment: Moment | undefined, zone: string): Instant | undefined {
  if (typeof moment !== 'string') return moment;
  const civil = parseCivil(moment);
  if (!civil) return parseZoned(moment);
  const { day, time } = civil;
  return instantAt(day, time.slice(0, 5) as TimeOfDay, zone) + Number(time.slice(6)) * 1000;
}

/**
 * The civil time of a moment: a text without a zone as it stands, since it is the canteen's; any
 * other as the canteen's clocks show it. Undefined for a text that names no moment.
 */
export function parseCivilTime(value: Moment, zone: string): CivilTime | undefined {
  const civil = typeof value === 'string' ? parseCivil(value) : undefined;
  if (civil) return civil;
  const instant = typeof value === 'string' ? parseZoned(value) : value;
  if (instant === undefined || !(Math.abs(instant) <= LAST_INSTANT)) return undefined;
  return civilTimeAt(instant, zone);
}

/** The last moment of year 9999: later ones have no day of four digits. */
const LAST_INSTANT = Date.UTC(10_000, 0, 1) - 1;
