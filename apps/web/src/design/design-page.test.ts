import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The sources of a folder's components, tests left out. */
function sourcesOf(folder: string): string[] {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(path)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => readFileSync(`${path}/${name}`, 'utf8'));
}

const components = [...sourcesOf('../ui'), ...sourcesOf('../ui/illustrations')];

test('the page of the components shows every one of them, itself or inside another', () => {
  const shown = [...sourcesOf('.'), ...components].join('\n');
  const names = components.flatMap((source) =>
    [...source.matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !new RegExp(`<${name}[\\s/>]`).test(shown))).toEqual([]);
});
