import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languages } from '@refectory/domain/texts';

import { PAGES, wordsModule } from '../apps/server/src/web/preloads.ts';

/** The built application. */
export const WEB_DIST = join(import.meta.dirname, '../apps/web/dist');

type Chunk = { file: string; imports?: string[]; isEntry?: boolean };

const readManifest = () =>
  JSON.parse(readFileSync(join(WEB_DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The modules and files of words that the server would have loaded at once, and that the build does not have. */
export function unknownPreloads(): string[] {
  const manifest = readManifest();
  const inAll = (words: string) => languages.map((language) => wordsModule(language, words));
  return [
    'index.html',
    ...inAll('messages.ts'),
    ...PAGES.flatMap(({ module, words }) => [module, ...(words === undefined ? [] : inAll(words))]),
  ].filter((name) => !manifest[name]);
}

/**
 * The JavaScript that the offer needs before it can be shown, by name of file: the entry, what it imports, and the
 * offer's own chunk; apart from it the texts, of which a browser loads one language.
 */
export function firstLoadFiles(): { files: ReadonlySet<string>; languages: readonly string[] } {
  const manifest = readManifest();
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no chunk ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  const names = Object.keys(manifest);
  const entry = names.find((name) => manifest[name]?.isEntry && name.endsWith('index.html'));
  const offer = names.find((name) => name.endsWith('features/menu/menu-page.tsx'));
  const words = names.filter((name) => /translations\/src\/[a-z]{2}\/messages\.ts$/.test(name));
  if (!entry || !offer || words.length === 0) throw new Error('the build has not the chunks of the offer');
  add(entry);
  add(offer);
  return { files, languages: words.map((name) => manifest[name]?.file ?? '') };
}
