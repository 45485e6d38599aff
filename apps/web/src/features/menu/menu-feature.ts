import { dayAt, type CalendarDay } from '@refectory/domain/day';
import { isPeriod, periodOfTimeSpan, type Period } from '@refectory/domain/period';

import { latePart } from '#platform/late/late-part.ts';
import type { Feature } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import type { Place } from '#platform/routing/navigation.ts';
import { requireOffer } from '#platform/routing/guards.ts';

import { isBare, isDayOfOffer, offerAddress, offerSearchOf, type OfferSearch } from './offer-address.ts';

/** The period of an offer without one: that of the session, else the last one, else the configured one. */
function selectedPeriod({ snapshot, settings }: Platform): Period {
  const { session, selection } = snapshot.getState();
  if (session.timespan) return periodOfTimeSpan(session.timespan);
  return selection.periodSelected ?? settings.defaultPeriod;
}

/** What was chosen on the offer before; a day that is past is not. */
async function rememberedSearch(
  { snapshot, clock, zone, queries, query }: Platform,
  period: Period,
): Promise<OfferSearch> {
  const { selectedDay, filters, start, end } = snapshot.getState().selection;
  // The server's first answer tells which day it is. The page needs this answer anyway, and tells when it fails.
  if (selectedDay ?? start) await queries.prefetchQuery(query('listCanteens', undefined));
  const today = dayAt(clock.now(), zone);
  // A day that the address would not keep would be asked for again and again.
  const isAhead = (day: CalendarDay) => day >= today && isDayOfOffer(day);
  return {
    ...(selectedDay && isAhead(selectedDay) && { day: selectedDay }),
    ...(period === 'TIMESPAN' && start && end && isAhead(start) && isDayOfOffer(end) && { start, end }),
    ...(filters?.length && { filter: filters }),
  };
}

/** Completes the address of an offer: a period always stands in it, and what was chosen before if it chooses nothing. */
async function completeAddress(platform: Platform, place: Place): Promise<string | undefined> {
  const search = offerSearchOf(place.search);
  const period = isPeriod(place.params['period']) ? place.params['period'] : selectedPeriod(platform);
  const chosen = isBare(search) ? await rememberedSearch(platform, period) : search;
  if (period === place.params['period'] && (!isBare(search) || isBare(chosen))) return undefined;
  return offerAddress(period, chosen);
}

const menuPage = { component: latePart(async () => (await import('./menu-page.tsx')).default) };

/** The offer: what the canteen cooks. */
export const menuFeature: Feature = {
  routes: [
    {
      path: '/offer/:period?',
      redirect: (platform, place) => requireOffer(platform, place) ?? completeAddress(platform, place),
      page: () => menuPage,
    },
  ],
};
