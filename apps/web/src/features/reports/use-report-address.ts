import { timespans, type Timespan } from '@refectory/domain/report';

import { usePlatform } from '#platform/platform.ts';
import { usePlace } from '#platform/routing/place.tsx';

import type { ReportView } from './report-view.ts';

/** What a report is narrowed to and sorted by. */
export type ReportChoice = ReportView & {
  readonly timespan: Timespan;
};

/** What is chosen anew; what is undefined goes back to what holds without a choice. */
export type ReportChange = { readonly [Key in keyof ReportChoice]?: ReportChoice[Key] | undefined };

const names = { timespan: 'period', type: 'type', search: 'search', sort: 'sort' } as const;

/** The choices of a report, which stand in its address, and how to choose. A span that is not offered is no choice. */
export function useReportAddress(offered: readonly Timespan[] = timespans): ReportChoice & {
  readonly choose: (part: ReportChange) => void;
} {
  const { navigation } = usePlatform();
  const { search, pathname } = usePlace();
  return {
    timespan: offered.find((timespan) => timespan === search.get(names.timespan)) ?? 'CURRENTMONTH',
    type: search.get(names.type) ?? undefined,
    search: search.get(names.search) ?? '',
    sort: search.get(names.sort) ?? undefined,
    choose: (part) => {
      const wanted = navigation.wanted();
      // A navigation to another page is under way and wins.
      if (wanted?.pathname !== pathname) return;
      const next = new URLSearchParams(wanted.search);
      for (const [key, name] of Object.entries(names)) {
        if (!(key in part)) continue;
        const value = part[key as keyof ReportChoice];
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      const query = next.toString();
      void navigation.go(query === '' ? pathname : `${pathname}?${query}`, { replace: true });
    },
  };
}
