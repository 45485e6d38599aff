import { useEffect, useRef, type ReactNode } from 'react';

import { Icon } from '#ui/icon.tsx';
import { PageNote } from '#ui/page-shell.tsx';

/**
 * That a link was sent. It is there before its text is, so that a screen reader hears the text come. What was pressed
 * may lie at the lower end of the screen: the text comes into view.
 */
export function SentNote({ children }: { readonly children: ReactNode }) {
  const note = useRef<HTMLOutputElement>(null);
  const isShown = Boolean(children);
  useEffect(() => {
    if (isShown) note.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <output ref={note}>{children && <PageNote icon={<Icon name="check" />}>{children}</PageNote>}</output>
  );
}
