import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';
import { addressOf } from '#platform/routing/addresses.ts';

import { findStaticPage } from './static-pages.ts';

const page = {
  // The words of the login say what a wrong parameter of the configuration is.
  component: latePart(async () => (await import('./static-page.tsx')).default, { words: ['login'] }),
};

/** The pages of text of the configuration, open to everybody; a pathname that none of them has is told, and leads to the start. */
export const pagesFeature: Feature = {
  routes: [
    {
      path: '/pages/:pathname',
      redirect: ({ settings, toasts }, { params }) => {
        if (findStaticPage(settings, params['pathname'])) return undefined;
        toasts.add({ messageKey: 'Toasts.messageUnknownAddress' });
        return addressOf('/');
      },
      page: () => page,
    },
  ],
};
