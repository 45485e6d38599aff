import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refectory-prepare-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = () => join(folder, '.preparing');

/** Installs or builds in the folder, as `work` says, in a process of its own. */
function prepare(work: string) {
  const program = `import { alone, refuse } from '${join(import.meta.dirname, 'prepare.mjs')}';
    alone(${JSON.stringify(folder)}, () => { ${work} });`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
}

test('a folder that another process installs or builds in is left alone, with a sentence', () => {
  writeFileSync(lock(), String(process.pid));
  const { status, stdout, stderr } = prepare("process.stdout.write('done')");
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `Refectory is being installed or built in ${folder} by process ${process.pid}. Wait until it is done and start again; if there is no such process, remove ${lock()}.\n`,
  );
  expect(readFileSync(lock(), 'utf8')).toBe(String(process.pid));
});

test.each(['', '999999999', 'x'])('what a killed process left (%j) keeps nobody from it', (left) => {
  writeFileSync(lock(), left);
  expect(prepare("process.stdout.write('done')").stdout).toBe('done');
  expect(existsSync(lock())).toBe(false);
});

test('what a process of the same number left, in a container that began anew, keeps nobody from it', () => {
  const program = `import { writeFileSync } from 'node:fs';
    import { alone } from '${join(import.meta.dirname, 'prepare.mjs')}';
    writeFileSync(${JSON.stringify(lock())}, String(process.pid));
    alone(${JSON.stringify(folder)}, () => process.stdout.write('done'));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('done');
});

test.each([
  ["refuse('The build failed.')", 'The build failed.\n'],
  ["throw new Error('The disk is full')", expect.stringContaining('The disk is full')],
])('after %s the next one may', (work, said) => {
  const { status, stderr } = prepare(work);
  expect([status, stderr]).toEqual([1, said]);
  expect(existsSync(lock())).toBe(false);
});
