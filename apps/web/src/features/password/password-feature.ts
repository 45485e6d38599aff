import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import { addressOf } from '#platform/routing/addresses.ts';

const forgottenPage = {
  component: latePart(async () => (await import('./forgotten-password-page.tsx')).default, {
    words: ['ForgottenPassword', 'Form', 'FormErrors'],
  }),
};
const resetPage = {
  component: latePart(async () => (await import('./password-reset-page.tsx')).default, {
    words: ['PasswordReset', 'Form', 'FormErrors'],
  }),
};

/** Getting another password without the old one. */
export const passwordFeature: Feature = {
  routes: [
    {
      path: '/forgotten-password',
      redirect: ({ settings }) => (settings.allowPasswordRecovery ? undefined : addressOf('/')),
      page: () => forgottenPage,
    },
    // The key is the permission, independent of the settings and of who is logged in (OQ-17).
    { path: '/password-reset/:token', page: () => resetPage },
  ],
};
