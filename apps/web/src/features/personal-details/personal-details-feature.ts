import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';

const emailChangePage = {
  component: latePart(async () => (await import('./email-change-page.tsx')).default, {
    words: ['emailChange'],
  }),
};

/** What customers tell about themselves. */
export const personalDetailsFeature: Feature = {
  routes: [{ path: '/email-change/:tokenValue', page: () => emailChangePage }],
  profilePages: {
    edit: latePart(async () => (await import('./edit-profile-page.tsx')).default, {
      words: ['Profile', 'Form', 'FormErrors'],
    }),
  },
};
