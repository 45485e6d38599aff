import DOMPurify from 'dompurify';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';

import { followLink } from './follow-link.ts';
import styles from './html-text.module.css';

/** What may not stand in a text: what sends, loads or restyles. Scripts and event handlers never do. */
const FORBIDDEN = {
  tags: ['form', 'input', 'button', 'select', 'option', 'textarea', 'style', 'audio', 'video', 'dialog'],
  attributes: ['style', 'class', 'id', 'name', 'target', 'popover', 'tabindex'],
};

/** What a text that is a page needs: where its addresses begin, and how its links lead on within the application. */
export type HtmlPage = {
  /** The whole address that relative ones begin at. */
  readonly base: string;
  /** The way to a page of the application; undefined for any other address. */
  readonly wayTo: (address: string) => { readonly href: string; readonly follow: () => void } | undefined;
};

/** Formatted text of the canteen, HTML that is made harmless. Links to other sites open in a tab of their own. */
export function HtmlText({
  html,
  page,
}: {
  html: string;
  /** Where the text is a page; in a dialog its links leave as they are. */
  page?: HtmlPage;
}) {
  const place = useRef<HTMLDivElement>(null);
  const finish = useEffectEvent((text: DocumentFragment) => {
    if (page) resolveAddresses(text, page);
    markForeignLinks(text);
    letWideTablesScroll(text);
  });
  useLayoutEffect(() => {
    const text = DOMPurify.sanitize(html, {
      USE_PROFILES: { html: true },
      FORBID_TAGS: FORBIDDEN.tags,
      FORBID_ATTR: FORBIDDEN.attributes,
      RETURN_DOM_FRAGMENT: true,
    });
    finish(text);
    place.current?.replaceChildren(text);
  }, [html]);
  if (page) return <div ref={place} className={styles.text} />;
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- in a dialog the focus begins here, other than at a link far down, and the keyboard can scroll
  return <div ref={place} tabIndex={0} className={styles.text} />;
}

/** Makes relative addresses whole, and lets links to the application's own pages lead there without loading it anew. */
function resolveAddresses(text: DocumentFragment, { base, wayTo }: HtmlPage): void {
  const whole = (address: string) => (URL.canParse(address, base) ? new URL(address, base).href : address);
  for (const image of text.querySelectorAll('img')) {
    image.loading = 'lazy';
    image.src = whole(image.getAttribute('src') ?? '');
  }
  for (const link of text.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (!(link instanceof HTMLAnchorElement) || address.startsWith('#')) continue;
    const way = wayTo(address);
    link.href = way?.href ?? whole(address);
    if (way) link.addEventListener('click', (event) => followLink(event, way.follow));
  }
}

function markForeignLinks(text: DocumentFragment): void {
  for (const link of text.querySelectorAll('a')) {
    if (link.origin === globalThis.location.origin || !/^https?:$/.test(link.protocol)) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}

/** A table that is wider than the text scrolls by itself, by the keyboard too. */
function letWideTablesScroll(text: DocumentFragment): void {
  for (const table of text.querySelectorAll('table')) {
    const frame = document.createElement('div');
    frame.className = styles.wide ?? '';
    frame.tabIndex = 0;
    table.replaceWith(frame);
    frame.append(table);
  }
}
