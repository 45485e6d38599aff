import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import type { AppRoute } from '#platform/routing/guards.ts';

const guards = latePart(() => import('./pairing-guards.ts'));
const requireByString: AppRoute['redirect'] = async (platform) =>
  (await guards.load()).requirePairingByString(platform);

const words = { words: ['pairing'] } as const;
const requestPage = {
  component: latePart(async () => (await import('./pairing-request-page.tsx')).default, words),
};
const confirmPage = {
  component: latePart(async () => (await import('./pairing-by-string-page.tsx')).ConfirmByStringPage, words),
};
const rejectPage = {
  component: latePart(async () => (await import('./pairing-by-string-page.tsx')).RejectByStringPage, words),
};

/** The customer's account paired with those of external loyalty systems. */
export const pairingFeature: Feature = {
  routes: [
    {
      path: '/pairing/:token',
      redirect: async (platform, place) => (await guards.load()).requirePairing(platform, place),
      page: () => requestPage,
    },
    { path: '/pairingconfirm/:param', redirect: requireByString, page: () => confirmPage },
    { path: '/pairingreject/:param', redirect: requireByString, page: () => rejectPage },
  ],
  profilePages: { pairing: latePart(async () => (await import('./pairings-page.tsx')).default, words) },
};
