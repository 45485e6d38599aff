import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';

/** The customer's account at a glance, and comments to the canteen. */
export const profileFeature: Feature = {
  profilePages: {
    dashboard: latePart(async () => (await import('./dashboard-page.tsx')).default, {
      words: ['account', 'TopUp'],
    }),
    comment: latePart(async () => (await import('./comment-page.tsx')).default, {
      words: ['account', 'Profile', 'Form', 'FormErrors'],
    }),
  },
};
