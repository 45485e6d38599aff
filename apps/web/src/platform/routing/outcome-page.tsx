import type { ComponentProps } from 'react';

import { PlainPage } from '#ui/plain-page.tsx';

import { PageTitle, type PageName } from './page-title.tsx';

/** A page that shows a result and offers one next step. */
export function OutcomePage({
  page,
  ...said
}: { readonly page: PageName } & ComponentProps<typeof PlainPage>) {
  return (
    <>
      <PageTitle page={page} />
      <PlainPage {...said} />
    </>
  );
}
