import type { Menu } from '@refectory/contract/menu';
import type { CalendarDay } from '@refectory/domain/day';
import { rangeOf, type TimeSpan } from '@refectory/domain/period';
import { hashKey, type QueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';

import type { OfferSelection } from './use-offer-selection.ts';

/**
 * Makes the address name the day that is shown, once its menu is there. It acts only where the two differ, and calls
 * nobody back who is on the way to another page.
 */
export function followShownDay({
  selection,
  timeSpan,
  day,
  wantedDay,
  asked,
  answer,
  queryKeyOf,
  followed,
  queries,
}: {
  readonly selection: OfferSelection;
  readonly timeSpan: TimeSpan;
  /** The day that is shown. */
  readonly day: CalendarDay;
  /** The day that was to be shown: the selected one, or the first one that can be ordered. */
  readonly wantedDay: CalendarDay;
  /** The query that is on screen. */
  readonly asked: QueryKey;
  readonly answer: Pick<
    UseQueryResult<Menu>,
    'data' | 'dataUpdatedAt' | 'isFetching' | 'isPlaceholderData' | 'isSuccess'
  >;
  /** The query of the menu of a day. */
  readonly queryKeyOf: (day: CalendarDay) => QueryKey;
  /** The hash of the query of the day that the address followed to. */
  readonly followed: RefObject<string | undefined>;
  readonly queries: QueryClient;
}): void {
  const isAnswered = answer.isSuccess && !answer.isPlaceholderData && !answer.isFetching;
  if (!isAnswered || timeSpan === 'custom' || selection.isLeaving()) return;
  if (day === selection.day) {
    // Whoever selects another day and comes back reads the followed one again.
    if (hashKey(asked) !== followed.current) followed.current = undefined;
    return;
  }
  // The answer for an address without a day has the whole span of the day that is shown, which needs no call of its own.
  const isSameSpan = rangeOf(timeSpan, day).from === rangeOf(timeSpan, wantedDay).from;
  if (selection.day === undefined && isSameSpan) {
    const queryKey = queryKeyOf(day);
    followed.current = hashKey(queryKey);
    queries.setQueryData(queryKey, answer.data, { updatedAt: answer.dataUpdatedAt });
  }
  selection.followDay(day);
}
