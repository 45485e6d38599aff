import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Language } from '@refectory/domain/texts';
import * as z from 'zod/mini';

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
);

/** A page that people begin at: its module, and its words besides those that every page needs. */
type FirstPage = { readonly path: RegExp; readonly module: string; readonly words?: string };

/** What the addresses need that people begin at; any other address finds its own. */
export const PAGES: readonly FirstPage[] = [
  { path: /^\/(?:offer(?:\/|$)|$)/, module: 'src/features/menu/menu-page.tsx' },
  {
    path: /^\/(?:profile\/)?orders$/,
    module: 'src/features/orders/orders-page.tsx',
    words: 'order-list.json',
  },
  { path: /^\/login$/, module: 'src/features/login/login-page.tsx', words: 'login.json' },
];

/** A file of words of a language, as the manifest of a build names it. */
export const wordsModule = (language: Language, name: string) =>
  `../../packages/translations/src/${language}/${name}`;

/** The addresses of the files a page will need besides those that every page names itself. */
export type Preloads = (path: string, language: Language) => readonly string[];

/**
 * What to load at once for an address and a language, by the manifest of a build: without it the
 * browser would learn of these files only one after the other.
 */
export function preloadsOf(webRoot: string): Preloads {
  const file = join(webRoot, '.vite/manifest.json');
  if (!existsSync(file)) return () => [];
  const manifest = z.parse(Manifest, JSON.parse(readFileSync(file, 'utf8')));

  const add = (name: string, found: Set<string>): void => {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported, found);
  };
  const named = new Set<string>();
  add('index.html', named);

  return (path, language) => {
    const found = new Set(named);
    const page = PAGES.find((entry) => entry.path.test(path));
    const addWords = (name: string) => add(wordsModule(language, name), found);
    if (page) add(page.module, found);
    if (page?.words !== undefined) addWords(page.words);
    addWords('messages.ts');
    return [...found].filter((name) => !named.has(name));
  };
}
