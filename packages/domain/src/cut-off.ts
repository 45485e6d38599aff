import {
  addDays,
  instantAt,
  mondayOf,
  weekdayOf,
  type CalendarDay,
  type Instant,
  type TimeOfDay,
  type Weekday,
} from './day.ts';
import type { Texts } from './texts.ts';

/**
 * A limit: so many working days before the day of the meal, or on a weekday so many weeks before the
 * meal's week, at a time of day.
 */
export type CutOff =
  | { readonly workingDaysBefore: number; readonly time: TimeOfDay }
  | { readonly weekday: Weekday; readonly weeksBefore: number; readonly time: TimeOfDay };

/** What has a limit: ordering a dish, cancelling its order, and offering the order to others. */
export const cutOffKinds = ['order', 'cancel', 'exchange'] as const;
export type CutOffKind = (typeof cutOffKinds)[number];

/** Limits of their own for meals of a weekday, of a group, or of both; limits that are missing are the general ones. */
export type CutOffException = {
  readonly weekday?: Weekday;
  /** A meal group by its name in any language. */
  readonly group?: string;
} & { readonly [Kind in CutOffKind]?: CutOff };

/** Until when dishes can be ordered, their orders cancelled, and the orders offered to others. */
export type CutOffRule = { readonly [Kind in CutOffKind]: CutOff } & {
  readonly exceptions?: readonly CutOffException[];
};

/** The rule of a canteen that has set none: all on the day itself, before the kitchen starts. */
export const defaultCutOffRule: CutOffRule = {
  order: { workingDaysBefore: 0, time: '10:00' },
  cancel: { workingDaysBefore: 0, time: '10:00' },
  exchange: { workingDaysBefore: 0, time: '13:30' },
};

/** The moments a rule gives for the meals of one group on one day. */
export type CutOffInstants = { orderUntil: Instant; cancelUntil: Instant; exchangeUntil: Instant };

/** The most working days that a limit may lie before its meal, about a year. */
export const MOST_WORKING_DAYS_BEFORE = 250;
/** The most weeks that a limit may lie before its meal. */
export const MOST_WEEKS_BEFORE = 52;

/** Whether a group goes by a name, in any of its languages; upper and lower case are alike. */
export function isGroupCalled(group: Texts, name: string): boolean {
  const called = name.trim().toLowerCase();
  return Object.values(group).some((text) => text.trim().toLowerCase() === called);
}

type IsClosed = (day: CalendarDay) => boolean;

function workingDayBefore(day: CalendarDay, isClosed: IsClosed): CalendarDay {
  let earlier = day;
  do earlier = addDays(earlier, -1);
  while (weekdayOf(earlier) > 5 || isClosed(earlier));
  return earlier;
}

function dayOfLimit(cutOff: CutOff, day: CalendarDay, isClosed: IsClosed): CalendarDay {
  if ('weekday' in cutOff) {
    const limit = addDays(mondayOf(day), cutOff.weekday - 1 - 7 * cutOff.weeksBefore);
    // On a holiday nobody is there to count the orders.
    return isClosed(limit) ? workingDayBefore(limit, isClosed) : limit;
  }
  let limit = day;
  for (let left = cutOff.workingDaysBefore; left > 0; left -= 1) limit = workingDayBefore(limit, isClosed);
  return limit;
}

/** The limit that holds for a group on a weekday: that of both, else the group's, else the weekday's, else the general one. */
function limitFor(rule: CutOffRule, kind: CutOffKind, group: Texts, weekday: Weekday): CutOff {
  const limits = (rule.exceptions ?? []).flatMap((exception) => {
    const cutOff = exception[kind];
    const isMeant =
      (exception.weekday === undefined || exception.weekday === weekday) &&
      (exception.group === undefined || isGroupCalled(group, exception.group));
    const closeness = (exception.group === undefined ? 0 : 2) + (exception.weekday === undefined ? 0 : 1);
    return cutOff && isMeant ? [{ cutOff, closeness }] : [];
  });
  const [closest] = limits.toSorted((one, other) => other.closeness - one.closeness);
  return closest?.cutOff ?? rule[kind];
}

/** The cut-off moments of a group's meals on a day; weekends and closed days are no working days. */
export function cutOffInstants(
  rule: CutOffRule,
  { day, group }: { readonly day: CalendarDay; readonly group: Texts },
  zone: string,
  isClosed: IsClosed = () => false,
): CutOffInstants {
  const until = (kind: CutOffKind) => {
    const cutOff = limitFor(rule, kind, group, weekdayOf(day));
    return instantAt(dayOfLimit(cutOff, day, isClosed), cutOff.time, zone);
  };
  return { orderUntil: until('order'), cancelUntil: until('cancel'), exchangeUntil: until('exchange') };
}

/** A rule with other limits: general ones, or those of a weekday, of a group, or of both. */
export function withCutOffs(
  rule: CutOffRule,
  meals: Pick<CutOffException, 'weekday' | 'group'>,
  limits: { readonly [Kind in CutOffKind]?: CutOff },
): CutOffRule {
  const { exceptions = [], ...general } = rule;
  if (meals.weekday === undefined && meals.group === undefined)
    return { ...general, ...limits, ...(exceptions.length > 0 && { exceptions }) };
  const isSame = (exception: CutOffException) =>
    exception.weekday === meals.weekday &&
    exception.group?.trim().toLowerCase() === meals.group?.trim().toLowerCase();
  const known = exceptions.find(isSame);
  return {
    ...general,
    exceptions: [...exceptions.filter((exception) => exception !== known), { ...meals, ...known, ...limits }],
  };
}

/** A rule without the limits of a weekday, of a group, or of both. */
export function withoutCutOffs(
  rule: CutOffRule,
  meals: Pick<CutOffException, 'weekday' | 'group'>,
): CutOffRule {
  const { exceptions = [], ...general } = rule;
  const kept = exceptions.filter(
    (exception) =>
      exception.weekday !== meals.weekday ||
      exception.group?.trim().toLowerCase() !== meals.group?.trim().toLowerCase(),
  );
  return { ...general, ...(kept.length > 0 && { exceptions: kept }) };
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown, allowed: readonly string[]): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((key) => allowed.includes(key))
  );
}

const isWholeNumber = (value: unknown, from: number, to: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether a text is a time of a day, `HH:mm`. */
export function isTimeOfDay(value: unknown): value is TimeOfDay {
  return typeof value === 'string' && TIME.test(value);
}

function isCutOff(value: unknown): value is CutOff {
  if (isRecord(value, ['workingDaysBefore', 'time']))
    return (
      isTimeOfDay(value['time']) && isWholeNumber(value['workingDaysBefore'], 0, MOST_WORKING_DAYS_BEFORE)
    );
  return (
    isRecord(value, ['weekday', 'weeksBefore', 'time']) &&
    isTimeOfDay(value['time']) &&
    isWholeNumber(value['weekday'], 1, 7) &&
    isWholeNumber(value['weeksBefore'], 1, MOST_WEEKS_BEFORE)
  );
}

function isCutOffException(value: unknown): value is CutOffException {
  if (!isRecord(value, ['weekday', 'group', ...cutOffKinds])) return false;
  const { weekday, group } = value;
  return (
    (weekday !== undefined || group !== undefined) &&
    (weekday === undefined || isWholeNumber(weekday, 1, 7)) &&
    (group === undefined || (typeof group === 'string' && group.trim() !== '')) &&
    cutOffKinds.every((kind) => value[kind] === undefined || isCutOff(value[kind]))
  );
}

/** Whether a value from outside is a rule. */
export function isCutOffRule(value: unknown): value is CutOffRule {
  if (!isRecord(value, [...cutOffKinds, 'exceptions'])) return false;
  const { exceptions } = value;
  return (
    cutOffKinds.every((kind) => isCutOff(value[kind])) &&
    (exceptions === undefined || (Array.isArray(exceptions) && exceptions.every(isCutOffException)))
  );
}
