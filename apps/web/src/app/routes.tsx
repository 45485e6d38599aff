import { startsAtOffer } from '@refectory/domain/access';

import { profilePageNames } from '#features/profile/profile-page-names.ts';
import { profileRoute } from '#features/profile/profile-route.ts';
import { latePart } from '#platform/late/late-part.ts';
import { addressOf, type Path } from '#platform/routing/addresses.ts';
import { requireLogin, type AppRoute } from '#platform/routing/guards.ts';
import type { PageName } from '#platform/routing/page-title.tsx';

import { features } from './features.ts';

/** A page of the specification that is not built yet: it says so. */
const notHere = (page: PageName, beside?: 'profile') =>
  latePart(
    async () => {
      const { NotHerePage } = await import('./not-here-page.tsx');
      return () => <NotHerePage page={page} beside={beside} />;
    },
    { words: ['notHere'] },
  );

const start: AppRoute = {
  path: '/',
  redirect: ({ settings, snapshot }) =>
    addressOf(
      startsAtOffer(settings, snapshot.getState().session.auth) ? '/offer/:period?' : '/profile/:page?',
    ),
  // Never shown: the start leads elsewhere.
  page: () => ({ component: notHere('offer') }),
};

/** An address of the specification whose page is not built yet. // spec §2 */
function comingRoute(path: Path, name: PageName, redirect?: AppRoute['redirect']): AppRoute {
  const page = { component: notHere(name) };
  return { path, page: () => page, ...(redirect && { redirect }) };
}

const coming = [
  comingRoute('/cart', 'cart', requireLogin),
  comingRoute('/thank-you', 'thankYou'),
  comingRoute('/pages/:pathname', 'staticPage'),
  comingRoute('/pairing/:token', 'pairing', requireLogin),
  comingRoute('/pairingconfirm/:param', 'pairing'),
  comingRoute('/pairingreject/:param', 'pairing'),
  comingRoute('/card-change/:tokenValue', 'cardChange'),
  comingRoute('/card-revoke/:tokenValue', 'cardRevoke'),
  comingRoute('/topup-successful', 'topUpSuccessful'),
  comingRoute('/topup-failure', 'topUpFailure'),
  comingRoute('/payment-failure', 'paymentFailure'),
];

const profile = profileRoute({
  ...Object.fromEntries(
    Object.entries(profilePageNames).map(([page, name]) => [page, notHere(name, 'profile')]),
  ),
  ...Object.assign({}, ...features.map(({ profilePages }) => profilePages)),
});

/** Every address of the application; any other leads to the start. // spec §2 */
export const routes: readonly AppRoute[] = [
  start,
  ...features.flatMap((feature) => feature.routes ?? []),
  profile,
  ...coming,
];
