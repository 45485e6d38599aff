import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';

const words = { words: ['card'] } as const;
const changePage = {
  component: latePart(async () => (await import('./card-link-page.tsx')).CardChangePage, words),
};
const revokePage = {
  component: latePart(async () => (await import('./card-link-page.tsx')).CardRevokePage, words),
};

/** The customer's card, of plastic and on the screen. */
export const cardFeature: Feature = {
  routes: [
    { path: '/card-change/:tokenValue', page: () => changePage },
    { path: '/card-revoke/:tokenValue', page: () => revokePage },
  ],
  profilePages: {
    'manage-card': latePart(async () => (await import('./card-page.tsx')).default, {
      words: ['card', 'Profile', 'Form', 'FormErrors'],
    }),
  },
};
