import { inCurrency } from '@refectory/domain/currency';
import { formatDate, type DatePattern } from '@refectory/domain/date-format';
import {
  civilTimeAt,
  daysBetween,
  parseCivilTime,
  timeAt,
  weekdayOf,
  type CalendarDay,
  type Instant,
  type Weekday,
} from '@refectory/domain/day';
import { orderPrice, type Money, type UnitPrice } from '@refectory/domain/money';
import { localText, type Language, type LocalText } from '@refectory/domain/texts';
import { dayNamesIn } from '@refectory/translations/day-names';
import { dayHeading } from '@refectory/translations/format-day';
import { languageEntry } from '@refectory/translations/languages';

/** Amounts, days and times as a reader of one language sees them. */
export type Formats = {
  /** `1 042,50 Kč`: two decimals in the configured currency format. */
  readonly amount: (amount: Money) => string;
  /** An amount in a currency of its own, whose format comes with it. */
  readonly amountIn: (currencyFormat: string, amount: Money) => string;
  /** The price of one portion, with two decimals. */
  readonly price: (price: UnitPrice) => string;
  /**
   * A date of the wire in one of the patterns, in the canteen's zone; nothing for an empty one,
   * 'Invalid date' for one that cannot be read.
   */
  readonly date: (pattern: DatePattern, value: string | number | null | undefined) => string;
  /** `úterý 24. listopadu`, with the year when it is not the current one. */
  readonly dayHeading: (day: CalendarDay, today: CalendarDay) => string;
  /** `dd. MM.` */
  readonly dayShort: (day: CalendarDay) => string;
  /** The short name of a weekday, `Tue`. */
  readonly weekdayShort: (day: CalendarDay) => string;
  /** Weekday and day within a sentence, `Tue 24. 11.`, which no end of a line parts. */
  readonly dayBrief: (day: CalendarDay) => string;
  /** `HH:mm` in the canteen's zone. */
  readonly time: (instant: Instant) => string;
  /**
   * `HH:mm`, with the weekday before it when the moment is on one of the six days after today, and `dd. MM.` on any
   * other, as they stand after "until".
   */
  readonly timeOrDay: (instant: Instant, today: CalendarDay) => string;
};

const NO_BREAK_SPACE = '\u00A0';

/** What the formats of a page depend on. */
export type FormatOptions = {
  readonly language: Language;
  readonly currencyFormat: LocalText;
  /** The canteen's zone. */
  readonly zone: string;
  /** What stands for a date that cannot be read. */
  readonly invalidDate: string;
  /** A weekday and a time as they stand after "until". */
  readonly timeOnDay: (weekday: Weekday, time: string) => string;
  /** A date and a time. */
  readonly timeOnDate: (date: string, time: string) => string;
};

/** The formats of a language under the canteen's settings. */
export function createFormats({
  language,
  currencyFormat,
  zone,
  invalidDate,
  timeOnDay,
  timeOnDate,
}: FormatOptions): Formats {
  const { locale } = languageEntry(language);
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const names = dayNamesIn(language);
  const { weekdayShort, month } = names;
  const format = localText(currencyFormat, language);

  const amountIn = (ownFormat: string, value: Money) => inCurrency(ownFormat, number.format(value / 100));
  const amount = (value: Money) => amountIn(format, value);
  const date: Formats['date'] = (pattern, value) => {
    if (value === undefined || value === null || value === '') return '';
    const civil = parseCivilTime(value, zone);
    return civil ? formatDate(pattern, civil, month) : invalidDate;
  };

  const dayShort = (day: CalendarDay) => date('dd. MM.', day);
  const dateAndTime = (instant: Instant) => {
    const { day, time } = civilTimeAt(instant, zone);
    return timeOnDate(dayShort(day), time.slice(0, 5));
  };

  return {
    amount,
    amountIn,
    price: (price) => amount(orderPrice(price, 1)),
    date,
    dayHeading: (day, today) => dayHeading(day, names, day.slice(0, 4) !== today.slice(0, 4)),
    dayShort,
    weekdayShort,
    dayBrief: (day) => `${weekdayShort(day)} ${dayShort(day)}`.replaceAll(' ', NO_BREAK_SPACE),
    time: (instant) => timeAt(instant, zone),
    timeOrDay: (instant, today) => {
      const { day, time } = civilTimeAt(instant, zone);
      const short = time.slice(0, 5);
      if (day === today) return short;
      const daysOff = daysBetween(today, day);
      // A week on, the weekday is that of today again.
      return daysOff > 0 && daysOff < 7 ? timeOnDay(weekdayOf(day), short) : dateAndTime(instant);
    },
  };
}
