// Runs all checks and tests, from a fresh clone to one closing line. Plain JavaScript, because it runs before the
// packages are installed.
//
// npm test [-- --strict] [-- --only checks|tests]   what has to pass before anything lands
// npm run test:full [-- --strict]                   the same, then what is slow and rarely finds anything new
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { build, checkNode, install, refuse, root } from './prepare.mjs';
import { findNode24, ON_NODE_24 } from './node-24.mjs';
import { playwrightResult, run, vitestResult } from './test-results.mjs';

checkNode();
install();

const has = (flag) => process.argv.includes(flag);
const only = has('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
if (has('--only') && !['checks', 'tests'].includes(only)) refuse('--only is followed by checks or tests.');
const isFull = has('--full');
const isStrict = has('--strict');
// Tests that read THOROUGH try more cases.
if (isFull) process.env.THOROUGH = 'yes';

const reports = mkdtempSync(join(tmpdir(), 'refectory-test-'));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const tsx = (script, ...args) => [process.execPath, '--import', 'tsx', join(root, script), ...args];
const say = (line) => process.stdout.write(`${line}\n`);

/** The results of all stages, in the order in which they ended. */
const results = [];

/** Runs one stage, prints its line, and its output if it failed. */
async function stage(name, work) {
  const begun = Date.now();
  const ended = await work().catch((error) => ({ passed: 0, failed: 1, output: error.stack }));
  const result = { flaky: [], skipped: [], tests: [], notes: [], output: '', ...ended };
  results.push({ name, ...result });
  const seconds = Math.round((Date.now() - begun) / 1000);
  const { passed, failed, flaky } = result;
  const counts = `${passed} passed, ${failed} failed${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`;
  const isRefused = failed > 0 || (isStrict && flaky.length > 0);
  const word = isRefused ? 'FAILED' : passed === 0 ? 'SKIPPED' : 'ok    ';
  say(`${word} ${name} (${counts}, ${seconds} s)`);
  if (failed) say(result.output);
  for (const note of result.notes) say(`       ${note}`);
}

/** A program that counts as one test. It passes when the program exits with 0. */
const check = (name, command) =>
  stage(name, async () => {
    const { code, output } = await run(command);
    const notes = output.split('\n').flatMap((line) => (line.startsWith('figure: ') ? [line.slice(8)] : []));
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, notes, output };
  });

/** Runs projects of vitest.config.ts. Each of their tests counts. */
async function vitestRun(name, projects, node = process.execPath) {
  const file = join(reports, `${name.replaceAll(' ', '-')}.json`);
  const ended = await run([
    node,
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return vitestResult(file, ended);
}

const vitest = (name, project) => stage(name, () => vitestRun(name, [project]));

/** Runs the journeys of a configuration of Playwright. Each counts. */
const journeys = (name, config) =>
  stage(name, async () => {
    const file = join(reports, `${name.replaceAll(' ', '-')}.json`);
    const command = [bin('playwright'), 'test', '--config', config];
    return playwrightResult(file, await run(command, { PLAYWRIGHT_JSON_OUTPUT_NAME: file }));
  });

const buildOnce = () =>
  stage('build', async () => {
    build();
    return { passed: 1, failed: 0 };
  });

const skipped = (why) => ({ passed: 0, failed: 0, skipped: [why] });

/** The folder in which Debian installs PostgreSQL servers, one folder a version. */
const INSTALLED = '/usr/lib/postgresql';

function hasInstalledPostgres() {
  return existsSync(INSTALLED) && readdirSync(INSTALLED).some((version) => Number(version) >= 15);
}

/** Runs the given stages one after the other. */
async function inTurn(stages) {
  for (const begin of stages) await begin();
}

/** The checks change nothing, so one runs on each core. The longest start first. */
async function checks() {
  const waiting = [
    ['types and lint', [bin('oxlint'), '--type-aware', '--type-check', '--deny-warnings']],
    ['boundaries', tsx('scripts/check-boundaries.ts')],
    ['format', [bin('oxfmt'), '--check']],
    ['dead code', [bin('knip'), '--no-progress']],
    ['clock', tsx('scripts/check-clock.ts')],
    ['translations', tsx('scripts/check-translations.ts')],
    ['links', tsx('scripts/check-links.ts')],
    ['generated documents', tsx('scripts/generate-docs.ts', '--check')],
    ['requirements', tsx('scripts/requirements.ts', '--due', 'all')],
  ];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(...next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/**
 * Two lanes run at the same time: what computes, and what often waits, for servers that start and for pages. Every stage
 * needs the build, and nothing else.
 */
async function tests() {
  const { findBrowser } = await import('./find-browser.mjs');
  const browser = await findBrowser();
  await buildOnce();
  await Promise.all([
    inTurn([
      () => vitest('rules', 'rules'),
      () => vitest('api', 'api'),
      ...(browser ? [() => vitest('screens', 'screens')] : []),
    ]),
    inTurn([
      () => check('first load', tsx('scripts/check-first-load.ts')),
      () => vitest('processes', 'processes'),
      () => check('torture, short', tsx('harness/torture.ts', '--short')),
      ...(browser ? [() => journeys('journeys', 'e2e/playwright.config.ts')] : []),
    ]),
  ]);
  // Tests that did not run prove nothing.
  if (!browser)
    await stage('screens and journeys', async () => ({
      passed: 0,
      failed: 1,
      output: 'No Chromium was found: name one in CHROMIUM_PATH.',
    }));
}

/** What only `npm run test:full` runs, in two lanes as well. */
async function rest() {
  await Promise.all([
    inTurn([
      () =>
        hasInstalledPostgres()
          ? vitest('api on the installed PostgreSQL', 'api-installed')
          : stage('api on the installed PostgreSQL', async () =>
              skipped('no PostgreSQL 15 or newer is installed'),
            ),
      () =>
        stage('Node 24', async () => {
          const node = findNode24();
          return node
            ? await vitestRun('Node 24', ON_NODE_24, node)
            : skipped('npm has Node for Linux on x64 only');
        }),
      () => check('planted bugs', tsx('harness/torture.ts', '--planted')),
      () => check('torture', tsx('harness/torture.ts')),
    ]),
    inTurn([
      () => journeys('journeys on a bad line', 'e2e/bad-line.config.ts'),
      () => check('axe', tsx('e2e/check-axe.ts')),
    ]),
  ]);
}

const begun = Date.now();
if (only !== 'tests') await checks();
if (only !== 'checks') await tests();
if (isFull && only !== 'checks') await rest();
rmSync(reports, { recursive: true, force: true });

const all = (key) => results.flatMap((result) => result[key].map((entry) => [result.name, entry]));
const slowest = all('tests')
  .sort(([, a], [, b]) => b.ms - a.ms)
  .slice(0, 10);
if (slowest.length > 0) say('\nThe slowest tests:');
for (const [name, { title, ms }] of slowest)
  say(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}: ${title}`);
say(`\nAll stages took ${Math.round((Date.now() - begun) / 1000)} s.`);
for (const [name, line] of all('skipped')) say(`SKIPPED ${name}: ${line}`);
for (const [name, { title, error }] of all('flaky')) say(`FLAKY ${name}: ${title}\n      ${error}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const flaky = all('flaky').length;
if (isStrict && flaky > 0) say(`Failed: ${flaky} tests needed a second try, which --strict does not allow.`);
const failed = sum('failed') + (isStrict ? flaky : 0);
const failedStages = results.filter((result) => result.failed > 0).map(({ name }) => name);
if (failedStages.length > 0) say(`Failed: ${failedStages.join(', ')}`);
say(`${sum('passed') - (isStrict ? flaky : 0)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
