// Runs all checks and tests, from a fresh clone to one closing line. Plain JavaScript, so that it runs before the
// install.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { build, checkNode, install, root } from './prepare.mjs';

checkNode();
install();

const option = (name) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const only = option('--only');
/** The slice of docs/requirements/due.md to which the tests are limited. */
const due = option('--due');
const reports = mkdtempSync(join(tmpdir(), 'refectory-test-'));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const tsx = (script, ...args) => [process.execPath, '--import', 'tsx', join(root, script), ...args];

const totals = { passed: 0, failed: 0 };
const failures = [];
const skipped = [];
const triedAgain = [];

function run(command, env = {}) {
  return new Promise((resolve) => {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env, CI: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function report(name, passed, failed, seconds, output) {
  totals.passed += passed;
  totals.failed += failed;
  process.stdout.write(
    `${failed ? 'FAILED' : 'ok    '} ${name} (${passed} passed, ${failed} failed, ${seconds} s)\n`,
  );
  if (failed) {
    failures.push(name);
    process.stdout.write(`${output}\n`);
  }
}

/** Each check counts as one test, which passes when its program exits with 0. */
async function check(name, command) {
  const begun = Date.now();
  const { code, output } = await run(command);
  const seconds = Math.round((Date.now() - begun) / 1000);
  report(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, seconds, output);
  const notes = output.split('\n').filter((line) => line.startsWith('figure: '));
  for (const note of notes) process.stdout.write(`       ${note.slice('figure: '.length)}\n`);
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A pattern for the titles of a slice's tests: any of the ids due in the slice. */
async function titlesOf(slice) {
  const { code, output } = await run(tsx('scripts/requirements.ts', '--due', slice, '--list'));
  if (code === 0) return `\\b(${output.trim().split('\n').join('|')})\\b`;
  process.stdout.write(output);
  process.exit(1);
}

/** Runs a vitest project, or some of its files. */
async function runVitest(project, files = []) {
  const file = join(reports, `${project}.json`);
  const { code, output } = await run([
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(titles ? ['--testNamePattern', titles] : []),
    ...files,
  ]);
  return { code, output, result: readReport(file) };
}

/** More broken files than these are not broken by the machine. */
const MOST_FILES_ALONE = 3;

/** Runs a vitest project and counts each of its tests. */
async function vitest(name, project, { triesAlone = false } = {}) {
  const begun = Date.now();
  const { code, output, result } = await runVitest(project);
  const broken = (result?.testResults ?? []).filter(({ status }) => status === 'failed');
  // Where other programs take the processor, a browser comes too late for a while: once more, by itself, and named. What
  // breaks outside of any test is not tried again.
  const passedAlone =
    triesAlone &&
    broken.length > 0 &&
    broken.length <= MOST_FILES_ALONE &&
    broken.every(({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed')) &&
    !/Unhandled (?:Errors?|Rejection)/.test(output) &&
    (
      await runVitest(
        project,
        broken.map(({ name: path }) => path),
      )
    ).code === 0;
  const brokenTests = broken
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  if (passedAlone)
    for (const { fullName } of brokenTests) triedAgain.push(`${name}: ${fullName} (a run of its file alone)`);
  const seconds = Math.round((Date.now() - begun) / 1000);
  const passed = (result?.numPassedTests ?? 0) + (passedAlone ? brokenTests.length : 0);
  // A run that breaks without a failing test fails, too.
  const failed = passedAlone ? 0 : Math.max(result?.numFailedTests ?? 0, code === 0 && passed > 0 ? 0 : 1);
  const pending = (result?.testResults ?? []).flatMap((suite) =>
    suite.assertionResults.filter(({ status }) => status === 'pending' || status === 'skipped'),
  );
  if (!titles) for (const { fullName } of pending) skipped.push(`${name}: ${fullName}`);
  // Tests in a browser are tried again; those that needed it are named.
  for (const { assertionResults } of result?.testResults ?? [])
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === 'passed' && failureMessages.length > 0)
        triedAgain.push(
          [`${name}: ${fullName}`, ...failureMessages.map((message) => message.split('\n')[0])].join('\n  '),
        );
  report(name, passed, failed, seconds, failuresOf(result) || output);
}

/** The failed tests of a vitest report with their errors, so that nobody has to search the output. */
function failuresOf(result) {
  return (result?.testResults ?? [])
    .flatMap(({ name, assertionResults, message }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const lines = failed.flatMap(({ fullName, failureMessages }) => [fullName, ...failureMessages]);
      if (message) lines.push(message);
      return lines.length > 0 ? [[relative(root, name), ...lines].join('\n')] : [];
    })
    .join('\n\n');
}

/** Runs the journeys and counts each of their tests. */
async function journeys(name) {
  const file = join(reports, 'journeys.json');
  const begun = Date.now();
  const { code, output } = await run(
    [
      bin('playwright'),
      'test',
      '--config',
      'e2e/playwright.config.ts',
      // The journeys of a slice are in the file with its name.
      ...(titles ? ['--grep', `${due}\\.spec|${titles}`] : []),
    ],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  const seconds = Math.round((Date.now() - begun) / 1000);
  const result = readReport(file);
  const stats = result?.stats;
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  const failed = Math.max(stats?.unexpected ?? 0, code === 0 && passed > 0 ? 0 : 1);
  triedAgain.push(
    ...output.split('\n').flatMap((line) => (/\(retry #\d+\)/.test(line) ? [`${name}: ${line.trim()}`] : [])),
  );
  if (stats?.skipped) skipped.push(`${name}: ${stats.skipped} tests`);
  report(name, passed, failed, seconds, failedJourneysOf(result) || output);
}

/** The failed journeys of a Playwright report, each with the errors of every try. */
function failedJourneysOf(result) {
  const failedIn = ({ title, specs = [], suites = [] }) => [
    ...specs.flatMap(({ title: name, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName, results }) =>
          [
            `[${projectName}] ${title} › ${name}`,
            ...results.flatMap(({ errors }) => errors.map(({ message }) => message)),
          ].join('\n'),
        ),
    ),
    ...suites.flatMap(failedIn),
  ];
  return (result?.suites ?? []).flatMap(failedIn).join('\n\n');
}

/** The folder in which Debian installs PostgreSQL servers, one folder a version. */
const INSTALLED = '/usr/lib/postgresql';

function hasInstalledPostgres() {
  return existsSync(INSTALLED) && readdirSync(INSTALLED).some((version) => Number(version) >= 15);
}

async function buildOnce() {
  const begun = Date.now();
  build();
  report('build', 1, 0, Math.round((Date.now() - begun) / 1000), '');
}

/** Checks change nothing, so one runs on each core at the same time; the longest starts first. */
const checks = async () => {
  const waiting = [
    ['types', [bin('tsc'), '--noEmit', '-p', 'tsconfig.json']],
    ['format', [bin('oxfmt'), '--check']],
    ['lint', [bin('oxlint'), '--type-aware', '--deny-warnings']],
    ['boundaries', tsx('scripts/check-boundaries.ts')],
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
};

const tests = async () => {
  await buildOnce();
  await check('first load', tsx('scripts/check-first-load.ts'));
  await vitest('rules', 'rules');
  await vitest('api', 'api');
  if (hasInstalledPostgres()) await vitest('api on the installed PostgreSQL', 'api-installed');
  else skipped.push('api on the installed PostgreSQL: none of version 15 or newer is installed');
  await check('torture, short', tsx('harness/torture.ts', '--short'));
  const { findBrowser } = await import('./find-browser.mjs');
  if (await findBrowser()) {
    await vitest('screens', 'screens', { triesAlone: true });
    await journeys('journeys');
  } else {
    skipped.push('screens and journeys: no Chromium was found; name one in CHROMIUM_PATH');
    // Tests that did not run prove nothing.
    totals.failed += 1;
    failures.push('screens and journeys');
  }
};

const titles = due && (await titlesOf(due));
if (only !== 'tests') await checks();
if (only !== 'checks') await tests();

rmSync(reports, { recursive: true, force: true });
for (const line of triedAgain) process.stdout.write(`TRIED AGAIN ${line}\n`);
for (const line of skipped) process.stdout.write(`SKIPPED ${line}\n`);
if (failures.length > 0) process.stdout.write(`Failed: ${failures.join(', ')}\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(totals.failed === 0 ? 0 : 1);
