import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

import { isAlive } from './system-user.ts';

test('a process is alive until it ends', async () => {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  child.kill();
  await once(child, 'exit');
  expect(isAlive(pid)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'one that ended and that nobody asked how is not alive',
  async () => {
    // Its parent becomes a `sleep`, which asks nobody, before it ends.
    const ending = 'until grep -q sleep /proc/$$/comm; do :; done';
    const parent = spawn('sh', ['-c', `{ ${ending}; } & echo $!; exec sleep 60`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
    expect(isAlive(pid)).toBe(false);
    parent.kill();
    await once(parent, 'exit');
  },
);
