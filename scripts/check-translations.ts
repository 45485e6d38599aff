import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { argumentsOf } from '../apps/server/src/config/message-arguments.ts';
import { languages } from '../packages/domain/src/texts.ts';
import { lateAreas } from '../packages/translations/src/late-areas.ts';
import { messages } from '../packages/translations/src/en/messages.ts';

// Checks that every language has every text with the same arguments, and that every text is used.

const FOLDER = 'packages/translations/src';

type Texts = Readonly<Record<string, string>>;

function read(language: string, area: string): Texts {
  return JSON.parse(readFileSync(join(FOLDER, language, area), 'utf8')) as Texts;
}

function signature(message: string): string {
  return [...argumentsOf(message)]
    .map(([name, type]) => `${name}:${type}`)
    .sort()
    .join(' ');
}

const problems: string[] = [];
const areas = readdirSync(join(FOLDER, 'en')).filter((file) => file.endsWith('.json'));
const keys: { area: string; key: string }[] = [];

for (const area of areas) {
  const english = read('en', area);
  for (const key of Object.keys(english)) keys.push({ area, key });
  for (const language of languages) {
    const texts = read(language, area);
    for (const [key, text] of Object.entries(english)) {
      const translated = texts[key];
      if (!translated) problems.push(`${language}/${area}: ${key} is missing`);
      else if (signature(translated) !== signature(text))
        problems.push(`${language}/${area}: ${key} has other arguments than in English`);
    }
    for (const key of Object.keys(texts))
      if (!(key in english)) problems.push(`${language}/${area}: ${key} does not exist in English`);
  }
}

/** The files of the server's texts, which the application does not load. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  'ledger.json',
  'mail.json',
  'payment.json',
  'refusals.json',
  'sandbox.json',
]);

/** The name of the texts of a file in the application. */
function nameOf(area: string): string | undefined {
  const texts = JSON.stringify(read('en', area));
  const ofEveryPage = Object.entries(messages).find(([, named]) => JSON.stringify(named) === texts)?.[0];
  const late = area.replace('.json', '').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  // Names of the specification have a capital.
  const capital = late.slice(0, 1).toUpperCase() + late.slice(1);
  return ofEveryPage ?? [late, capital].find((name) => name in lateAreas);
}

const names = new Map(areas.map((area) => [area, nameOf(area)]));

for (const area of areas)
  if (names.get(area) === undefined && !OF_THE_SERVER.has(area))
    problems.push(`${area}: no area is named for it`);

/** Where the domain names the texts of a file: as states, fields, or what is wrong with one. */
const NAMED_IN_DOMAIN: Readonly<Record<string, readonly string[]>> = {
  'cart.json': ['payment.ts'],
  'form-errors.json': ['card.ts', 'password-rules.ts'],
  'form.json': ['form-customer.ts', 'form-validation.ts'],
  'menu.json': ['dish.ts'],
  'order-list.json': ['payment.ts'],
  'reports.json': ['report.ts'],
};

/** Whether a file can have keys of an area without naming the area before each. */
function namesArea({ file, text }: { readonly file: string; readonly text: string }, area: string): boolean {
  const name = names.get(area);
  if (name === undefined) return true;
  const ofDomain = NAMED_IN_DOMAIN[area]?.some((one) => file === `packages/domain/src/${one}`) ?? false;
  // Pages name their title as a property.
  return ofDomain || text.includes(`'${name}'`) || (name === 'pages' && /\bpage=["{]/.test(text));
}

// A key counts as used where the code has it with its area before it, or in quotes in a file that names its area. Texts of
// the server are used in any file.
const files = execFileSync('git', ['ls-files', '--', 'apps', 'packages/contract', 'packages/domain'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

function isUsed({ area, key }: { readonly area: string; readonly key: string }): boolean {
  const inArea = new RegExp(`['"\`]${names.get(area)}\\.${key}['"\`]`);
  const inQuotes = new RegExp(`['"\`]${key}['"\`]|[\\s{]${key}:`);
  return files.some((file) => inArea.test(file.text) || (namesArea(file, area) && inQuotes.test(file.text)));
}

for (const { area, key } of keys)
  if (!isUsed({ area, key })) problems.push(`${area}: ${key} is not used anywhere`);

// The name of a price level is no title and no text of a menu, though it stands in quotes: a check that takes it for one
// finds nothing.
for (const area of ['pages.json', 'menu.json'])
  if (isUsed({ area, key: 'student' })) problems.push(`${area}: the planted key is not found`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
