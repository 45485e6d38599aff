import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { factoryNow } from '@refectory/database/factories';
import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';

import { createDishes } from './canteen.ts';
import { createCrowd, runSql } from './harness-queries.ts';

// Measures how soon the readers of one server's live streams learn that a dish ran out, and what a stream costs.

const { values } = parseArgs({ options: { streams: { type: 'string' }, changes: { type: 'string' } } });
const count = Number(values.streams ?? 1_000);
const changes = Number(values.changes ?? 30);

const say = (line: string) => process.stdout.write(`${line}\n`);
/** The resident memory of a process, in MB. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
const at = (numbers: readonly number[], share: number) =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN;

const cluster = await startTestCluster();
const database = await createTestDatabase(cluster);
const { host, port: databasePort, user, database: name } = database.connection;
const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${databasePort}`;
const program = fileURLToPath(new URL('./bench-server.ts', import.meta.url));
const crowd = await createCrowd(database, count, new Date(factoryNow));
const [dish] = await createDishes(database, 1, 1_000_000);
if (!dish) throw new RangeError('there is a dish');
const server = spawn(process.execPath, ['--import', 'tsx', program, 'batched', url], {
  env: { ...process.env, NODE_ENV: 'production' },
  stdio: ['ignore', 'pipe', 'inherit'],
});

try {
  const [said] = (await once(server.stdout, 'data')) as [Buffer];
  const { port } = JSON.parse(said.toString()) as { port: number };
  const pid = server.pid ?? 0;
  const before = memoryOf(pid);

  const heard = { count: 0, lastAt: 0 };
  const streams: IncomingMessage[] = [];
  for (const { token } of crowd) {
    const request = get({ port, path: '/api/live', headers: { 'x-asw-token': token }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`);
    response.setEncoding('utf8').on('data', (text: string) => {
      if (!text.includes('"event":"dish"')) return;
      heard.count += 1;
      heard.lastAt = performance.now();
    });
    streams.push(response);
  }
  const after = memoryOf(pid);

  const times: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    heard.count = 0;
    const remaining = change % 2 === 0 ? 0 : 1_000_000;
    const begun = performance.now();
    await runSql(database, `update stock set capacity = ${remaining} where offering_id = ${dish.id}`);
    while (heard.count < count) await new Promise((resolve) => setTimeout(resolve, 5));
    times.push(heard.lastAt - begun);
    // A server reports a dish at most five times a second.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }

  say(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n`,
  );
  say('| what | goal | N | median | p95 | range |\n| --- | --- | ---: | ---: | ---: | ---: |');
  say(
    `| from the commit to the last of ${count} readers | under 1 s | ${times.length} | ${at(times, 0.5).toFixed(0)} ms | ` +
      `${at(times, 0.95).toFixed(0)} ms | ${at(times, 0).toFixed(0)}–${at(times, 1).toFixed(0)} ms |`,
  );
  say(
    `| memory of the server for a stream | | ${count} | ${(((after - before) * 1024) / count).toFixed(0)} KB | | ` +
      `${before.toFixed(0)} → ${after.toFixed(0)} MB in all |`,
  );
  for (const stream of streams) stream.destroy();
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await database.drop();
  await cluster.stop();
}
