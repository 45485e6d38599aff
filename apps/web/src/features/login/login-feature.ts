import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import { requireGuest } from '#platform/routing/guards.ts';

const loginPage = {
  component: latePart(async () => (await import('./login-page.tsx')).default, { words: ['login'] }),
};

/** Signing in. */
export const loginFeature: Feature = {
  routes: [{ path: '/login', redirect: requireGuest, page: () => loginPage }],
};
