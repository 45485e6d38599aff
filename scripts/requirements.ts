import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { api } from '@refectory/contract/api';
import { methodOf, type Api } from '@refectory/contract/endpoint';

import { testTitles } from './test-titles.ts';

// Which requirements have a test whose title begins with their id, and which have none; then the calls
// that the server answers with 501, as its handlers say.

const FOLDER = 'docs/requirements';
const SLICES = ['lunch', 'ground', 'offer', 'people', 'house', 'shop', 'reports', 'cards'];

function catalogue(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => /^[A-Z0-9]+\.md$/.test(file) && file !== 'README.md')
    .flatMap((file) => [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/^### ([A-Z0-9]+-\d+) /gm)])
    .map(([, id = '']) => id);
}

/** The slice each requirement is due with: its own row's, else its area's. */
function dueSlices(ids: readonly string[]): Map<string, string> {
  const text = readFileSync(join(FOLDER, 'due.md'), 'utf8');
  const [homes = '', exceptions = ''] = text.split('## Exceptions');
  const areas = new Map<string, string>();
  for (const [, slice = '', list = ''] of homes.matchAll(/^- ([a-z]+): (.+)$/gm)) {
    for (const area of list.split(/[,\s]+/)) areas.set(area, slice);
  }
  const due = new Map(ids.map((id) => [id, areas.get(id.split('-')[0] ?? '') ?? 'none']));
  for (const [, slice = '', list = ''] of exceptions.matchAll(/^- ([a-z]+): (.+)$/gm)) {
    for (const id of list.trim().split(/[,\s]+/)) {
      if (!due.has(id)) throw new Error(`due.md names ${id}, which does not exist`);
      due.set(id, slice);
    }
  }
  return due;
}

/** Ids at the beginning of test titles, with a file that has them; one title may begin with several. */
function testedIds(): Map<string, string> {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'apps', 'packages', 'e2e'],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file));
  const found = new Map<string, string>();
  for (const file of files) {
    for (const title of testTitles(file, readFileSync(file, 'utf8'))) {
      const [ids = ''] = /^(?:[A-Z0-9]+-\d+[ ,]+)+/.exec(title) ?? [];
      for (const id of ids.match(/[A-Z0-9]+-\d+/g) ?? []) found.set(id, file);
    }
  }
  return found;
}

/** The calls whose handler is `notBuilt`, as `POST /customer/comment sendComment`. */
function callsNotBuilt(): string[] {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'apps/server/src/**-handlers.ts'],
    { encoding: 'utf8' },
  );
  const definitions: Api = api;
  return files
    .trim()
    .split('\n')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ +(\w+): notBuilt,$/gm)])
    .map(([, name = '']) => {
      const definition = definitions[name];
      if (!definition) throw new Error(`there is no call ${name}`);
      return `${methodOf(definition)} ${definition.path} ${name}`;
    });
}

const dueIndex = process.argv.indexOf('--due');
const slice = dueIndex === -1 ? undefined : process.argv[dueIndex + 1];
if (slice !== undefined && !SLICES.includes(slice)) {
  process.stderr.write(`There is no slice ${slice}: ${SLICES.join(', ')}.\n`);
  process.exit(1);
}

const ids = catalogue();
const due = dueSlices(ids);
const tested = testedIds();
const say = (line: string) => process.stdout.write(`${line}\n`);

for (const [id, file] of tested) {
  if (due.has(id)) continue;
  say(`${file} proves ${id}, which does not exist`);
  process.exitCode = 1;
}

const wanted = ids.filter((id) => slice === undefined || due.get(id) === slice);
if (process.argv.includes('--list')) {
  for (const id of wanted) say(id);
  process.exit();
}
const areas = [...new Set(wanted.map((id) => id.split('-')[0] ?? ''))].sort();
for (const area of areas) {
  const own = wanted.filter((id) => id.startsWith(`${area}-`));
  const missing = own.filter((id) => !tested.has(id));
  say(
    `${area}: ${own.length - missing.length} of ${own.length}${missing.length > 0 ? `, without a test: ${missing.join(' ')}` : ''}`,
  );
}
const missing = wanted.filter((id) => !tested.has(id));
say(
  `${wanted.length - missing.length} of ${wanted.length} requirements${slice ? ` of ${slice}` : ''} have a test`,
);
const unbuilt = callsNotBuilt();
say(`${unbuilt.length} calls are not built yet and answer 501${unbuilt.length > 0 ? ':' : ''}`);
for (const call of unbuilt) say(`  ${call}`);
if (slice !== undefined && missing.length > 0) process.exitCode = 1;
