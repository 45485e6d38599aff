import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';

/** What customers tell about themselves. */
export const personalDetailsFeature: Feature = {
  profilePages: {
    edit: latePart(async () => (await import('./edit-profile-page.tsx')).default, {
      words: ['Profile', 'Form', 'FormErrors'],
    }),
  },
};
