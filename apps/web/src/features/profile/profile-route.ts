import type { ProfilePage } from '@refectory/domain/profile';

import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import { requireLogin, type AppRoute } from '#platform/routing/guards.ts';

const firstPage = latePart(async () => (await import('./first-profile-page.ts')).firstProfilePage);
/** What stands at an address without a page: with it comes, ahead, what tells the first page. */
const leadsOn = latePart(async () => {
  await firstPage.prefetch();
  return nothing.load();
});
const frame = latePart(async () => (await import('./profile-frame.tsx')).ProfileFrame);

/**
 * The pages below `/profile`, beside the profile menu. An address without one leads to the first that is open before
 * anything of it is shown; where that depends on a customer who is not read yet, and from a page that is not open, the
 * frame leads on.
 */
export function profileRoute(pages: Required<NonNullable<Feature['profilePages']>>): AppRoute {
  const isPage = (name: string): name is ProfilePage => Object.hasOwn(pages, name);
  return {
    path: '/profile/:page?',
    redirect: (platform, place) =>
      requireLogin(platform, place) ??
      (isPage(place.params['page'] ?? '')
        ? undefined
        : firstPage.load().then((firstPageOf) => firstPageOf(platform))),
    page: ({ params: { page = '' } }) => ({
      component: isPage(page) ? pages[page] : leadsOn,
      frame,
    }),
  };
}

/** What is drawn at an address that leads on by itself. */
export const nothing = latePart(() => Promise.resolve(() => null));
