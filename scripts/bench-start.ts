import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

// How long `npm start` takes until a page is served: from a fresh clone with a warm package cache,
// and again on the same clone. Prints medians and ranges for docs/benchmarks.md.

const FRESH_RUNS = 3;
const REPEATED_RUNS = 5;
const PORT = 4390;

const root = join(import.meta.dirname, '..');

/** Seconds from the command to the first page, then a stop. */
async function startOnce(folder: string): Promise<number> {
  const begun = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Refectory is ready')) resolve();
    });
    child.on('exit', (code) => reject(new Error(`npm start ended with ${code}: ${said}`)));
  });
  const response = await fetch(`http://localhost:${PORT}/`, { headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`the page answered ${response.status}`);
  const seconds = (performance.now() - begun) / 1000;
  const ended = new Promise((resolve) => child.removeAllListeners('exit').on('close', resolve));
  // npm does not pass every signal on to what it runs, so the signal goes to the process group.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await ended;
  return seconds;
}

function row(name: string, values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const text = (value: number | undefined) => (value ?? Number.NaN).toFixed(1);
  return `| ${name} | ${values.length} | ${text(sorted[Math.floor(sorted.length / 2)])} s | ${text(sorted[0])}–${text(sorted.at(-1))} s |`;
}

const fresh: number[] = [];
const repeated: number[] = [];
for (let run = 0; run < FRESH_RUNS; run += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'refectory-bench-'));
  const clone = join(folder, 'refectory');
  spawnSync('chmod', ['755', folder]);
  spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
  fresh.push(await startOnce(clone));
  if (run === FRESH_RUNS - 1)
    for (let again = 0; again < REPEATED_RUNS; again += 1) repeated.push(await startOnce(clone));
  rmSync(folder, { recursive: true, force: true });
}

process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n`,
);
process.stdout.write('| what | N | median | range |\n| --- | ---: | ---: | ---: |\n');
process.stdout.write(
  `${row('`npm start`, fresh clone, warm package cache', fresh)}\n${row('`npm start`, again', repeated)}\n`,
);
