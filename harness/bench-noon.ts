import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { factoryNow } from '@refectory/database/factories';
import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';

import { createDishes, createPeople, newKey, orderOf, send, type Person } from './canteen.ts';
import { createCrowd, runSql } from './harness-queries.ts';
import { load, requestText, type LoadResult } from './load.ts';

// How long people wait for their orders while something goes wrong: one account sends 2,000 orders at once, or
// somebody holds the row of a dish all the time. npm run bench:noon

const SECONDS = 6;
const CONNECTIONS = 32;
const DISHES = 50;
const FLOOD = 2_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const cluster = await startTestCluster({ isDurable: true });
const database = await createTestDatabase(cluster);
const { host, port: databasePort, user, database: name } = database.connection;
const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${databasePort}`;
const child = spawn(
  process.execPath,
  ['--import', 'tsx', fileURLToPath(new URL('./bench-server.ts', import.meta.url)), 'batched', url],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);

try {
  const crowd = await createCrowd(database, 50_000, new Date(factoryNow));
  const [greedy] = await createPeople(database, 1);
  const [held, ...dishes] = await createDishes(database, DISHES, 1_000_000);
  if (!greedy || !held) throw new RangeError('there are a customer and dishes');
  await runSql(database, 'vacuum analyze');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const { port } = JSON.parse(said.toString()) as { port: number };

  let sent = 0;
  /** The next order of the crowd, of a dish that nobody holds: each customer orders once. */
  const next = () => {
    const person = crowd[sent % crowd.length];
    const dish = dishes[sent % dishes.length];
    if (!person || !dish) throw new RangeError('there are customers and dishes');
    sent += 1;
    const { path, body } = orderOf({ ...person, signingKey: greedy.signingKey } satisfies Person, dish);
    const headers = { 'x-asw-token': person.token, 'idempotency-key': newKey() };
    return requestText('POST', `/api${path}`, headers, JSON.stringify(body));
  };
  const others = () => load({ port, connections: CONNECTIONS, durationMs: SECONDS * 1_000, next });
  const tell = (what: string, { perSecond, p50, p99, statuses }: LoadResult) => {
    const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    say(`| ${what} | ${perSecond.toFixed(0)} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${answers} |`);
  };

  await others();
  say('| others order while | a second | p50 ms | p99 ms | answers |\n| --- | ---: | ---: | ---: | --- |');
  tell('nothing happens', await others());

  const [flooded, refused] = await Promise.all([
    others(),
    Promise.all(Array.from({ length: FLOOD }, () => send(port, orderOf(greedy, held)))),
  ]);
  tell(`one account sends ${FLOOD} orders at once`, flooded);

  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('select from stock where offering_id = $1 for update', [held.id]);
  const waiters = crowd.slice(-20).map((person) => ({ ...person, signingKey: greedy.signingKey }));
  const hold = new AbortController();
  const stuck = waiters.map(async (person) => {
    const statuses: number[] = [];
    while (!hold.signal.aborted) statuses.push((await send(port, orderOf(person, held))).status);
    return statuses;
  });
  tell('a dish is held all the time, and 20 people want it', await others());
  hold.abort();
  await holder.query('rollback');
  holder.release();
  const told = new Set((await Promise.all(stuck)).flat());
  say(`\nOf the ${FLOOD} orders ${refused.filter(({ status }) => status === 429).length} were answered 429;`);
  say(`those who wanted the held dish were answered ${[...told].join(', ')}.`);
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await database.drop();
  await cluster.stop();
}
