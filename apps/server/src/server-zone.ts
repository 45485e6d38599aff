import type { Settings } from '@refectory/contract/settings';

/** The time zone that the server counts days and writes moments in, where they belong to no canteen. */
export function serverZone({ timeZone }: Pick<Settings, 'timeZone'>): string {
  return timeZone ?? 'UTC';
}
