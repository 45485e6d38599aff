import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { claimOf, testTitles } from './test-titles.ts';

// Lists which requirements the titles of the tests claim whole, in part, or not at all. With `--due SLICE` it looks at
// those of that slice, and fails unless each is claimed whole; with `--due all` it asks that of every requirement.

const FOLDER = 'docs/requirements';

/** The rows `- slice: ids` of a part of due.md. */
const dueRows = (text = '') =>
  [...text.matchAll(/^- ([a-z]+): (.+)$/gm)].map(([, slice = '', list = '']) => ({
    slice,
    names: list.trim().split(/[,\s]+/),
  }));
const [homes, exceptions] = readFileSync(join(FOLDER, 'due.md'), 'utf8').split('## Exceptions').map(dueRows);
/** The slices of the work, in their sequence. */
const slices = homes?.map(({ slice }) => slice) ?? [];

function catalogue(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => /^[A-Z0-9]+\.md$/.test(file) && file !== 'README.md')
    .flatMap((file) => [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/^### ([A-Z0-9]+-\d+) /gm)])
    .map(([, id = '']) => id);
}

/** The slice in which each requirement is due: that of its own row, else that of its area. */
function dueSlices(ids: readonly string[]): Map<string, string> {
  const areas = new Map(homes?.flatMap(({ slice, names }) => names.map((area) => [area, slice] as const)));
  const due = new Map(ids.map((id) => [id, areas.get(id.split('-')[0] ?? '') ?? 'none']));
  for (const { slice, names } of exceptions ?? []) {
    for (const id of names) {
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

const dueIndex = process.argv.indexOf('--due');
const asked = dueIndex === -1 ? undefined : process.argv[dueIndex + 1];
const slice = asked === 'all' ? undefined : asked;
if (slice !== undefined && !slices.includes(slice)) {
  process.stderr.write(`There is no slice ${slice}: ${slices.join(', ')}, or all.\n`);
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

/** Groups ids by proof: whole, in part, or none. */
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
for (const name of slice === undefined ? slices : [slice]) {
  const own = dueWith(name);
  const proven = sorted(own);
  say(
    `${name}: of ${own.length} requirements ${proven.whole.length} are proven whole, ${proven.inPart.length} in part, ${proven.untested.length} by no test`,
  );
}
if (asked !== undefined && wanted.some((id) => !whole.has(id))) process.exitCode = 1;
