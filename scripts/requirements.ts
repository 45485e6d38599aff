import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { api } from '@refectory/contract/api';
import { methodOf, type Api } from '@refectory/contract/endpoint';

import { claimOf, testTitles } from './test-titles.ts';

// Says which requirements are proven whole, which in part and which by no test, as the titles of the tests claim;
// then which calls the server answers with 501. With `--due SLICE` it fails unless every requirement of that slice is
// proven whole.

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

/** The requirements that test titles claim, each with a file that claims it. */
function claims(): { whole: Map<string, string>; inPart: Map<string, string> } {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'apps', 'packages', 'e2e'],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && existsSync(file));
  const whole = new Map<string, string>();
  const inPart = new Map<string, string>();
  for (const file of files) {
    for (const title of testTitles(file, readFileSync(file, 'utf8'))) {
      const claim = claimOf(title);
      for (const id of claim.whole) whole.set(id, file);
      for (const id of claim.inPart) inPart.set(id, file);
    }
  }
  return { whole, inPart };
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
const { whole, inPart } = claims();
const say = (line: string) => process.stdout.write(`${line}\n`);

for (const [id, file] of [...whole, ...inPart]) {
  if (due.has(id)) continue;
  say(`${file} proves ${id}, which does not exist`);
  process.exitCode = 1;
}

const dueWith = (name: string) => ids.filter((id) => due.get(id) === name);
const wanted = slice === undefined ? ids : dueWith(slice);
if (process.argv.includes('--list')) {
  for (const id of wanted) say(id);
  process.exit();
}

/** Splits ids by how they are proven: whole, only in part, or by no test. */
function sorted(own: readonly string[]) {
  return {
    whole: own.filter((id) => whole.has(id)),
    inPart: own.filter((id) => !whole.has(id) && inPart.has(id)),
    untested: own.filter((id) => !whole.has(id) && !inPart.has(id)),
  };
}

for (const area of [...new Set(wanted.map((id) => id.split('-')[0] ?? ''))].sort()) {
  const own = wanted.filter((id) => id.startsWith(`${area}-`));
  const proven = sorted(own);
  const rest = [
    proven.inPart.length > 0 ? `; in part: ${proven.inPart.join(' ')}` : '',
    proven.untested.length > 0 ? `; without a test: ${proven.untested.join(' ')}` : '',
  ];
  say(`${area}: ${proven.whole.length} of ${own.length} whole${rest.join('')}`);
}
for (const name of slice === undefined ? SLICES : [slice]) {
  const own = dueWith(name);
  const proven = sorted(own);
  say(
    `${name}: of ${own.length} requirements ${proven.whole.length} are proven whole, ${proven.inPart.length} in part, ${proven.untested.length} by no test`,
  );
}
const unbuilt = callsNotBuilt();
say(`${unbuilt.length} calls are not built yet and answer 501${unbuilt.length > 0 ? ':' : ''}`);
for (const call of unbuilt) say(`  ${call}`);
if (slice !== undefined && wanted.some((id) => !whole.has(id))) process.exitCode = 1;
