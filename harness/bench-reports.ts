import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createCustomer, createOffering, factoryDay } from '@refectory/database/factories';
import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';
import { MOST_BILLS, MOST_ROWS } from '@refectory/domain/report';
import { hashPassword } from '@refectory/server/session/password-hash';

import { eatOften, topUpOften } from './harness-queries.ts';

// Requests transactions, consumption and bills of all time of an account with a million of each, over HTTP, from a server in
// a process of its own. Measures the time of an answer, and the memory that the server needs for all of them.

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '30' } },
});
const ROWS = Number(values.rows);
const ROUNDS = Number(values.rounds);
const PASSWORD = 'a good long one';

const cluster = await startTestCluster({ isDurable: true });
const database = await createTestDatabase(cluster);
const { id } = await createCustomer(database, {
  userName: 'jana',
  passwordHash: await hashPassword(PASSWORD),
  balance: 0 as never,
});
await topUpOften(database, id, ROWS);
const { id: offeringId, canteenId } = await createOffering(database);
await eatOften(database, id, { offeringId, canteenId }, { day: factoryDay, meals: ROWS });

const { host, port: databasePort, user, database: name } = database.connection;
const address = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${databasePort}`;
const server = fork(fileURLToPath(new URL('./people-server.ts', import.meta.url)), [address], {
  execArgv: ['--import', 'tsx'],
  env: { ...process.env, NODE_ENV: 'production' },
});
const [{ port }] = (await once(server, 'message')) as [{ port: number }];

/** A figure of the memory of the server's process, in MB. */
function memoryMb(which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

async function call(
  path: string,
  token: string | undefined,
  init: { method?: 'POST'; headers?: Readonly<Record<string, string>> } = {},
) {
  const headers = { ...(token !== undefined && { 'x-asw-token': token }), ...init.headers };
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Readonly<Record<string, unknown>>;
}
const guest = await call('/authenticate', undefined, { method: 'POST' });
const authorization = `Basic ${Buffer.from(`jana:${PASSWORD}`).toString('base64')}`;
const session = await call('/customer/login', String(guest['sessionToken']), {
  method: 'POST',
  headers: { authorization },
});
const token = String(session['sessionToken']);

/** What is asked for, how the answer names it, and how many rows come at most. */
const reports = [
  ['/customer/account/transactions?', 'transactions', MOST_ROWS],
  ['/customer/account/consumption?', 'consumption', MOST_ROWS],
  ['/customer/bills?withDetails=true&', 'bills', MOST_BILLS],
] as const;

// The first answers also load code, whose memory does not count.
for (const [path] of reports) await call(`${path}from=2099-01-01&to=2100-01-01`, token);
const before = memoryMb('VmRSS');
const text = (value = Number.NaN) => value.toFixed(0);
for (const [path, report, most] of reports) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const since = performance.now();
    const answer = await call(`${path}from=1970-01-01&to=2100-01-01`, token);
    times.push(performance.now() - since);
    const rows = answer[report] as unknown[];
    if (rows.length !== most || answer['totalCount'] !== ROWS)
      throw new Error(`${rows.length} ${report} of ${String(answer['totalCount'])} came`);
  }
  const sorted = times.toSorted((one, other) => one - other);
  process.stdout.write(
    `${ROWS} ${report}, ${ROUNDS} answers: median ${text(sorted[Math.floor(ROUNDS / 2)])} ms (${text(sorted[0])}–${text(sorted.at(-1))})\n`,
  );
}
process.stdout.write(`the server's memory grew by ${text(memoryMb('VmHWM') - before)} MB at most\n`);
server.kill('SIGTERM');
await once(server, 'exit');
await database.close();
await cluster.stop();
