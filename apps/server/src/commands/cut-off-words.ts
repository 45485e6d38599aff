import {
  cutOffKinds,
  isTimeOfDay,
  MOST_WEEKS_BEFORE,
  MOST_WORKING_DAYS_BEFORE,
  type CutOff,
  type CutOffException,
  type CutOffRule,
} from '@refectory/domain/cut-off';
import type { Weekday } from '@refectory/domain/day';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The weekday of an English name; undefined for any other text. */
export function parseWeekday(text: string): Weekday | undefined {
  const place = WEEKDAYS.findIndex((name) => name.toLowerCase() === text.trim().toLowerCase());
  return place === -1 ? undefined : ((place + 1) as Weekday);
}

/** How limits are typed; the refusal of a wrong one says it. */
export const CUT_OFF_FORMS =
  'It has to be like "10:00" (on the day itself), "1 day before 14:00" (a working day) or "Thursday before 12:00" ' +
  '(of the week before).';

/** The typed limit; undefined for any other text. */
export function parseCutOff(text: string): CutOff | undefined {
  const words = text.trim().split(/\s+/);
  const time = words.pop();
  if (!isTimeOfDay(time)) return undefined;
  if (words.length === 0) return { workingDaysBefore: 0, time };
  if (words.pop()?.toLowerCase() !== 'before') return undefined;
  const days = /^(\d{1,3}) (?:working )?days?$/i.exec(words.join(' '));
  if (days) {
    const workingDaysBefore = Number(days[1]);
    return workingDaysBefore <= MOST_WORKING_DAYS_BEFORE ? { workingDaysBefore, time } : undefined;
  }
  const weeks = /^(\w+)(?: (\d{1,2}) weeks?)?$/.exec(words.join(' '));
  const weekday = parseWeekday(weeks?.[1] ?? '');
  const weeksBefore = Number(weeks?.[2] ?? 1);
  const isLimit = weekday !== undefined && weeksBefore >= 1 && weeksBefore <= MOST_WEEKS_BEFORE;
  return isLimit ? { weekday, weeksBefore, time } : undefined;
}

/** A limit as it is typed. */
export function cutOffText(cutOff: CutOff): string {
  if ('weekday' in cutOff) {
    const weeks = cutOff.weeksBefore === 1 ? '' : ` ${cutOff.weeksBefore} weeks`;
    return `${WEEKDAYS[cutOff.weekday - 1]}${weeks} before ${cutOff.time}`;
  }
  const { workingDaysBefore: days } = cutOff;
  return days === 0 ? cutOff.time : `${days} ${days === 1 ? 'day' : 'days'} before ${cutOff.time}`;
}

/** The meals an exception is for, in words. */
function mealsText({ weekday, group }: CutOffException): string {
  return [group, weekday === undefined ? undefined : WEEKDAYS[weekday - 1]]
    .filter((text) => text !== undefined)
    .join(', ');
}

/** A rule as rows of a table: the meals, and the three limits. */
export function cutOffRows(rule: CutOffRule): string[][] {
  const limitsOf = (limits: Omit<CutOffException, 'weekday' | 'group'>) =>
    cutOffKinds.map((kind) => (limits[kind] ? cutOffText(limits[kind]) : ''));
  return [
    ['all', ...limitsOf(rule)],
    ...(rule.exceptions ?? []).map((exception) => [mealsText(exception), ...limitsOf(exception)]),
  ];
}
