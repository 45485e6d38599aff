import type { ReactNode } from 'react';

import { Icon } from '#ui/icon.tsx';
import { PageNote } from '#ui/page-shell.tsx';

/** That a link was sent. It is there before its text is, so that a screen reader hears the text come. */
export function SentNote({ children }: { readonly children: ReactNode }) {
  return <output>{children && <PageNote icon={<Icon name="check" />}>{children}</PageNote>}</output>;
}
