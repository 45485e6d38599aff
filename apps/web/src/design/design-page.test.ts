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
  const isIn = (text: string) => (name: string) => new RegExp(`<${name}[\\s/>]`).test(text);
  const namesOf = (source: string) =>
    [...source.matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name = '']) => name);
  const shown = sourcesOf('.');
  let hidden = components;
  for (let found = -1; found !== 0;) {
    const next = hidden.filter((source) => namesOf(source).some(isIn(shown.join('\n'))));
    hidden = hidden.filter((source) => !next.includes(source));
    shown.push(...next);
    found = next.length;
  }
  const names = components.flatMap(namesOf);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !isIn(shown.join('\n'))(name))).toEqual([]);
});
