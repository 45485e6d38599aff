import { createHash } from 'node:crypto';

import { Settings } from '@refectory/contract/settings';
import * as z from 'zod/mini';

/** The settings as the web application reads them. */
export function settingsJson(settings: Settings): string {
  return JSON.stringify(z.encode(Settings, settings));
}

/** The page every address of the application begins with, and the tag of this version of it. */
export type IndexPage = { readonly html: string; readonly tag: string };

/**
 * The built page with what it needs at once: its settings, so that it need not ask for them, and
 * links to the modules of the page that was asked for.
 */
export function indexPage(html: string, settings: Settings, preloads: readonly string[]): IndexPage {
  // In a script element only `<` could end the data.
  const json = settingsJson(settings).replaceAll('<', '\\u003c');
  const links = preloads.map((address) => `<link rel="modulepreload" crossorigin href="${address}">`);
  const head = `<script type="application/json" id="refectory-settings">${json}</script>${links.join('')}`;
  const page = html.replace('</head>', () => `${head}</head>`);
  // Weak, since the page is packed in several ways on its way out.
  const tag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`;
  return { html: page, tag };
}
