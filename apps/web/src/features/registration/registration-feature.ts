import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import { addressOf } from '#platform/routing/addresses.ts';

const registrationPage = {
  component: latePart(async () => (await import('./registration-page.tsx')).default, {
    words: ['Registration', 'Form', 'FormErrors'],
  }),
};
const finishPage = {
  component: latePart(async () => (await import('./finish-registration-page.tsx')).default, {
    words: ['Registration', 'Form', 'FormErrors'],
  }),
};

/** Becoming a customer. */
export const registrationFeature: Feature = {
  routes: [
    {
      path: '/registration',
      redirect: ({ settings, snapshot }) =>
        settings.allowRegistration && !snapshot.getState().session.auth ? undefined : addressOf('/'),
      page: () => registrationPage,
    },
    // The token is the permission, independent of the settings and of who is logged in (OQ-17).
    { path: '/registration/:token', page: () => finishPage },
  ],
};
