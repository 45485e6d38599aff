import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Checks that what the documents name exists: files and headings of links, scripts of `npm run`, commands of
// `npx refectory`, and names of the sources, such as `dishAction` or `place_orders`.

/** These documents describe the planned product, so they may name commands that do not exist yet. */
const SCOPE = /^docs\/(?:product\.md|requirements\/)/;

/** Names in code that are of others, or of the examples of a recipe. */
const NOT_OURS = new Set(
  (
    'EventSource LocalNetworkAccessAllowedForUrls pg_restore pool_mode useMutation useNumberField ' +
    'addFavourite listFavourites theCode'
  ).split(' '),
);

const filesAt = (...paths: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));

const documents = filesAt('*.md');

const sources = filesAt(
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.cjs',
  '*.sql',
  '*.css',
  '*.json',
  ':!docs',
  ':!scripts/check-links.ts',
);
const known = new Set(sources.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));

/** In camel case or joined by underscores, and no part of a path or a command. */
const NAME =
  /(?<![\w./-])(?:[A-Za-z][a-z\d]*(?:[A-Z][A-Za-z\d]*)+|[a-z][a-z\d]*(?:_[a-z\d]+)+|[A-Z]+(?:_[A-Z]+)+)(?![\w/-])/g;

/** The names of sources that a document has in code, blocks of code left out. */
function namesIn(text: string): { readonly name: string; readonly index: number }[] {
  return [...withoutBlocks(text).matchAll(/`[^`\n]+`/g)].flatMap(({ 0: code, index }) =>
    [...code.matchAll(NAME)].map(({ 0: name }) => ({ name, index })),
  );
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const COMMANDS = 'apps/server/src/commands';
const commands = readdirSync(COMMANDS)
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [
    ...readFileSync(join(COMMANDS, file), 'utf8').matchAll(/\bnew Command\('([a-z-]+)'\)/g),
  ])
  .map(([, name]) => name);

const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ');

/** The text without its blocks of code; line numbers stay the same. */
function withoutBlocks(text: string): string {
  return text.replaceAll(/^( *)(```|~~~)[^]*?^\1\2/gm, blank);
}

/** The text without any code, which has no links or headings. */
function proseOf(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]+`/g, blank);
}

/** The anchors GitHub gives the headings of a document. */
function anchorsOf(document: string): string[] {
  return [...readFileSync(document, 'utf8').matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What is wrong with a link's target; undefined when nothing is, or when it leads out of the repository. */
function wrongTarget(document: string, target: string): string | undefined {
  if (/^[a-z]+:/i.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? document : join(dirname(document), decodeURIComponent(path));
  if (file.startsWith('..') || !existsSync(file)) return `${target} does not exist`;
  if (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor))
    return `${target} names no heading`;
  return undefined;
}

let links = 0;
let names = 0;
for (const document of documents) {
  const text = readFileSync(document, 'utf8');
  const complain = (index: number, problem: string) => {
    process.stdout.write(`${document}:${text.slice(0, index).split('\n').length} ${problem}\n`);
    process.exitCode = 1;
  };

  const prose = proseOf(text);
  const inline = prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g);
  const defined = prose.matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)/gm);
  for (const { 1: target = '', index } of [...inline, ...defined]) {
    links += 1;
    const problem = wrongTarget(document, target);
    if (problem !== undefined) complain(index, problem);
  }

  if (SCOPE.test(document)) continue;
  for (const { 1: name = '', index } of text.matchAll(/\bnpm run ([a-z][\w:-]*)/g))
    if (!Object.hasOwn(scripts, name)) complain(index, `npm run ${name} is no script of package.json`);
  for (const { 1: name = '', index } of text.matchAll(/\bnpx refectory +([a-z][\w-]*)/g))
    if (!commands.includes(name)) complain(index, `npx refectory ${name} does not exist`);
  for (const { name, index } of namesIn(text)) {
    names += 1;
    if (!known.has(name) && !NOT_OURS.has(name)) complain(index, `${name} is no name of the sources`);
  }
}

// A check that finds nothing at all is broken.
if ([documents.length, links, commands.length, names].includes(0)) {
  process.stdout.write(
    `the check saw ${documents.length} documents, ${links} links, ${commands.length} commands, ${names} names\n`,
  );
  process.exitCode = 1;
}
