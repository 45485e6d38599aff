import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readConfiguration } from './start-settings.ts';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'refectory-reader-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'reader.json'), text);
  return join(folder, 'reader.json');
}

test('a configuration names the origins, and has a port of its own', async () => {
  const origins = ['https://canteen.example.org'];
  expect(await readConfiguration(fileWith(JSON.stringify({ origins })))).toEqual({ port: 4330, origins });
});

test.each([
  ['{', /is no JSON/],
  ['{}', /"origins"/],
  ['{"origins":[]}', /"origins" has to name at least one origin/],
  ['{"origins":["canteen.example.org"]}', /"origins.0" has to be an origin/],
  ['{"origins":["https://canteen.example.org/menu"]}', /"origins.0" has to be an origin/],
  ['{"origins":["https://c.example"],"port":0}', /"port"/],
  ['{"origins":["https://c.example"],"terminl":"x"}', /terminl/],
])('%s is refused in one sentence', async (text, sentence) => {
  await expect(readConfiguration(fileWith(text))).rejects.toThrow(sentence);
});

test('a file that is not there is told by its name', async () => {
  await expect(readConfiguration('/nowhere/reader.json')).rejects.toThrow(
    'The configuration /nowhere/reader.json cannot be read',
  );
});
