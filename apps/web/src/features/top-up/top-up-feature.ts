import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';

const words = { words: ['TopUp'] } as const;
const successfulPage = {
  component: latePart(async () => (await import('./top-up-successful-page.tsx')).default, words),
};
const failurePage = {
  component: latePart(async () => (await import('./top-up-failure-page.tsx')).default, words),
};

/** Money for the account through a payment gateway. */
export const topUpFeature: Feature = {
  // The gateway comes back to these two, also after the session has ended.
  routes: [
    { path: '/topup-successful', page: () => successfulPage },
    { path: '/topup-failure', page: () => failurePage },
  ],
  profilePages: {
    'top-up': latePart(async () => (await import('./top-up-page.tsx')).default, {
      // The words of the login say what a wrong parameter of the configuration is.
      words: ['TopUp', 'Form', 'FormErrors', 'login'],
    }),
  },
};
