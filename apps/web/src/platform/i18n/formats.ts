import { calendarDay, dayAt, timeAt, type CalendarDay, type Instant } from '@refectory/domain/day';
import { orderPrice, type Money, type UnitPrice } from '@refectory/domain/money';
import type { Settings } from '@refectory/contract/settings';
import type { Language } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';

/** Amounts, days and times as a reader of one language sees them. */
export type Formats = {
  /** `1 042,50 Kč`: two decimals in the configured currency format. // spec §9, prices */
  readonly amount: (amount: Money) => string;
  /** An amount in a currency of its own, whose format comes with it (OQ-82). */
  readonly amountIn: (currencyFormat: string, amount: Money) => string;
  /** The price of one portion, with two decimals. */
  readonly price: (price: UnitPrice) => string;
  /** `úterý 24. listopadu`, with the year when it is not the current one (OQ-83). */
  readonly dayHeading: (day: CalendarDay, today: CalendarDay) => string;
  /** `dd. MM.` */
  readonly dayShort: (day: CalendarDay) => string;
  /** The short name of a weekday, `Tue`. */
  readonly weekdayShort: (day: CalendarDay) => string;
  /** The number of the day in its month. */
  readonly dayNumber: (day: CalendarDay) => string;
  /** `HH:mm` in the canteen's zone. */
  readonly time: (instant: Instant) => string;
  /** `HH:mm`, with the weekday before it when the moment is on another day than today. */
  readonly timeOrDay: (instant: Instant, today: CalendarDay) => string;
};

/** Writes an amount into a currency format (OQ-82). */
function inCurrency(format: string, number: string): string {
  if (format === '') return number;
  if (format.includes('{0}')) return format.replace('{0}', number);
  if (format.includes('%s')) return format.replace('%s', number);
  return `${number} ${format}`;
}

/** Noon on the UTC line stands for a civil day, so that no zone shifts it. */
function noon(day: CalendarDay): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** The formats of a language under the canteen's settings; `zone` is the canteen's. */
export function createFormats(
  language: Language,
  currencyFormat: Settings['currencyFormat'],
  zone: string,
): Formats {
  const { locale } = languageEntry(language);
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const weekdayLong = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const weekdayShort = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // With the day beside it, a Slavic month name stands in the genitive, as the pattern needs it.
  const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const format =
    typeof currencyFormat === 'string'
      ? currencyFormat
      : (currencyFormat[language] ?? currencyFormat.en ?? '');

  const amountIn = (ownFormat: string, value: Money) => inCurrency(ownFormat, number.format(value / 100));
  const amount = (value: Money) => amountIn(format, value);
  const monthName = (day: CalendarDay) =>
    dayAndMonth.formatToParts(noon(day)).find((part) => part.type === 'month')?.value ?? '';

  return {
    amount,
    amountIn,
    price: (price) => amount(orderPrice(price, 1)),
    dayHeading: (day, today) => {
      const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;
      return `${weekdayLong.format(noon(day))} ${Number(day.slice(8))}. ${monthName(day)}${year}`;
    },
    dayShort: (day) => `${day.slice(8)}. ${day.slice(5, 7)}.`,
    weekdayShort: (day) => weekdayShort.format(noon(day)),
    dayNumber: (day) => String(Number(day.slice(8))),
    time: (instant) => timeAt(instant, zone),
    timeOrDay: (instant, today) => {
      const day = dayAt(instant, zone);
      const time = timeAt(instant, zone);
      return day === today ? time : `${weekdayShort.format(noon(calendarDay(day)))} ${time}`;
    },
  };
}
