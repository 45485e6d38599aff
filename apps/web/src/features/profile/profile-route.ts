import type { ProfilePage } from '@refectory/domain/profile';

import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import { requireLogin, type AppRoute } from '#platform/routing/guards.ts';

const frame = latePart(async () => (await import('./profile-frame.tsx')).ProfileFrame);

/** The pages below `/profile`, beside the profile menu. The frame leads on from one that is not open. */
export function profileRoute(pages: Required<NonNullable<Feature['profilePages']>>): AppRoute {
  const isPage = (name: string): name is ProfilePage => Object.hasOwn(pages, name);
  return {
    path: '/profile/:page?',
    redirect: requireLogin,
    page: ({ params: { page = '' } }) => ({
      component: isPage(page) ? pages[page] : nothing,
      frame,
    }),
  };
}

/** What is drawn at an address that leads on by itself. */
export const nothing = latePart(() => Promise.resolve(() => null));
