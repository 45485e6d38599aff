import { startsAtOffer } from '@refectory/domain/access';

import { nothing, profileRoute } from '#features/profile/profile-route.ts';
import { addressOf } from '#platform/routing/addresses.ts';
import type { AppRoute } from '#platform/routing/guards.ts';

import { features } from './features.ts';

/** The start by both of its names. */
const starts: readonly AppRoute[] = (['/', '/index.html'] as const).map((path) => ({
  path,
  redirect: ({ settings, snapshot }) =>
    addressOf(
      startsAtOffer(settings, snapshot.getState().session.auth) ? '/offer/:period?' : '/profile/:page?',
    ),
  // Never shown: the start leads elsewhere.
  page: () => ({ component: nothing }),
}));

// Together the features have every page of the profile.
const profile = profileRoute(Object.assign({}, ...features.map(({ profilePages }) => profilePages)));

/** Every address of the application; any other leads to the start. */
export const routes: readonly AppRoute[] = [
  ...starts,
  ...features.flatMap((feature) => feature.routes ?? []),
  profile,
];
