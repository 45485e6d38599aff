import { createHash } from 'node:crypto';

import { Settings } from '@refectory/contract/settings';
import * as z from 'zod/mini';

/** The settings as the web application reads them, every entry with its value. */
export function settingsJson(settings: Settings): string {
  return JSON.stringify(z.encode(Settings, settings));
}

/** A web application that is served: the same build under a path of its own, with settings of its own. */
export type WebApplication = {
  /** Begins and ends with a slash. */
  readonly basePath: string;
  readonly settings: Settings;
};

/** The page every address of the application begins with, and the tag of this version of it. */
export type IndexPage = { readonly html: string; readonly tag: string };

/**
 * The built page with what it needs at once: its settings, so that it need not ask for them, and
 * links to the modules of the page that was asked for, `assets/…`. A build lies at `/`; under another
 * path its addresses begin there.
 */
export function indexPage(
  html: string,
  { basePath, settings }: WebApplication,
  preloads: readonly string[],
): IndexPage {
  // The application takes these settings as they are. In a script element only `<` could end the data.
  const json = settingsJson(settings).replaceAll('<', '\\u003c');
  const links = preloads.map((name) => `<link rel="modulepreload" crossorigin href="${basePath}${name}">`);
  const head = `<script type="application/json" id="refectory-settings">${json}</script>${links.join('')}`;
  const page = html
    .replaceAll(/\b(src|href)="\/(?!\/)/g, (_, name: string) => `${name}="${basePath}`)
    .replace('</head>', () => `${head}</head>`)
    // A kiosk's larger letters are there with the first drawing of the page.
    .replace('<html', settings.kiosk ? '<html data-kiosk' : '<html');
  // Weak, since the page is packed in several ways on its way out.
  const tag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`;
  return { html: page, tag };
}
