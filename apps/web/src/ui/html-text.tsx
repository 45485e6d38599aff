import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';

import styles from './html-text.module.css';

/** What may not stand in a text: what sends, loads or restyles. Scripts and event handlers never do. */
const FORBIDDEN = {
  tags: ['form', 'input', 'button', 'select', 'option', 'textarea', 'style', 'audio', 'video', 'dialog'],
  attributes: ['style', 'class', 'id', 'name', 'target', 'popover', 'tabindex'],
};

/** Formatted text of the canteen, HTML that is made harmless. Links to other sites open in a tab of their own. */
export function HtmlText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const text = DOMPurify.sanitize(html, {
      USE_PROFILES: { html: true },
      FORBID_TAGS: FORBIDDEN.tags,
      FORBID_ATTR: FORBIDDEN.attributes,
      RETURN_DOM_FRAGMENT: true,
    });
    for (const link of text.querySelectorAll('a')) {
      if (link.origin === globalThis.location.origin) continue;
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    place.current?.replaceChildren(text);
  }, [html]);
  // In a dialog the focus begins here, other than at a link far down, and the keyboard can scroll.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <div ref={place} tabIndex={0} className={styles.text} />;
}
