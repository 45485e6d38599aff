import { hasCart, orderingStyle } from '@refectory/domain/access';

import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import { addressOf } from '#platform/routing/addresses.ts';
import { mayUseOffer, requireLogin } from '#platform/routing/guards.ts';

const cartPage = {
  component: latePart(async () => (await import('./cart-page.tsx')).default, {
    words: ['cart', 'orderList', 'Form', 'FormErrors'],
  }),
};
const thankYouPage = {
  component: latePart(async () => (await import('./thank-you-page.tsx')).default, { words: ['cart'] }),
};
const paymentFailurePage = {
  component: latePart(async () => (await import('./payment-failure-page.tsx')).default, { words: ['Fail'] }),
};

/** Several dishes ordered in one step. */
export const cartFeature: Feature = {
  routes: [
    {
      path: '/cart',
      redirect: (platform, place) => {
        if (!hasCart(orderingStyle(platform.settings))) return addressOf('/');
        return (
          requireLogin(platform, place) ?? (mayUseOffer(platform) ? undefined : addressOf('/profile/:page?'))
        );
      },
      page: () => cartPage,
    },
    // A payment comes back to these two, also after the session has ended.
    { path: '/thank-you', page: () => thankYouPage },
    { path: '/payment-failure', page: () => paymentFailurePage },
  ],
};
