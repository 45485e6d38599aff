// Runs a program of the tests and reads its report. Plain JavaScript, as `test.mjs`, which uses it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { root } from './prepare.mjs';

/** Runs a program in the checkout. Returns its exit code and all that it printed. */
export function run([program, ...args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env, CI: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** A run that breaks without a failing test fails, too. */
const failedIn = (failed, passed, code) => Math.max(failed, code === 0 && passed > 0 ? 0 : 1);

const firstLine = (text = '') => text.split('\n').find((line) => line.trim() !== '') ?? '';

/**
 * Reads the JSON report of vitest. Returns how many tests passed and failed, which passed only in their second try, which
 * were skipped, how long each took, and the errors of the failed ones.
 */
export function vitestResult(file, { code, output }) {
  const { testResults = [], numPassedTests: passed = 0, numFailedTests = 0 } = readReport(file);
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, title: `${relative(root, name)} > ${test.fullName}` })),
  );
  const outside = /Unhandled (?:Errors?|Rejection)/.exec(output);
  const errors = [
    ...testResults.flatMap(({ name, message }) => (message ? [`${relative(root, name)}\n${message}`] : [])),
    ...tests.flatMap(({ title, status, failureMessages }) =>
      status === 'failed' ? [[title, ...failureMessages].join('\n')] : [],
    ),
    ...(outside ? [output.slice(outside.index)] : []),
  ];
  return {
    passed,
    failed: failedIn(numFailedTests, passed, code),
    flaky: tests.flatMap(({ title, status, failureMessages }) =>
      status === 'passed' && failureMessages.length > 0
        ? [{ title, error: firstLine(failureMessages[0]) }]
        : [],
    ),
    skipped: tests.flatMap(({ title, status }) => (['pending', 'skipped'].includes(status) ? [title] : [])),
    tests: tests.map(({ title, duration = 0 }) => ({ title, ms: duration })),
    output: errors.length > 0 ? errors.join('\n\n') : output,
  };
}

/** Reads the JSON report of Playwright. Returns the same as `vitestResult`. */
export function playwrightResult(file, { code, output }) {
  const {
    suites = [],
    errors: outside = [],
    stats: { expected = 0, flaky = 0, unexpected = 0 } = {},
  } = readReport(file);
  const testsOf = ({ title: suite, specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        title: `[${projectName}] ${suite} > ${title}`,
        status,
        ms: results.reduce((total, { duration }) => total + duration, 0),
        errors: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      })),
    ),
    ...inner.flatMap(testsOf),
  ];
  const tests = suites.flatMap(testsOf);
  const having = (wanted) => tests.filter(({ status }) => status === wanted);
  const errors = [
    ...having('unexpected').map((test) => [test.title, ...test.errors].join('\n')),
    ...outside.map(({ message }) => message),
  ];
  return {
    passed: expected + flaky,
    failed: failedIn(unexpected + outside.length, expected + flaky, code),
    flaky: having('flaky').map(({ title, errors: [error] }) => ({ title, error: firstLine(error) })),
    skipped: having('skipped').map(({ title }) => title),
    tests: tests.map(({ title, ms }) => ({ title, ms })),
    output: errors.length > 0 ? errors.join('\n\n') : output,
  };
}
