import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createCustomer, factoryNow } from '@refectory/database/factories';
import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';
import { hashPassword } from '@refectory/server/session/password-hash';

import { cartOf, createDishes, createPeople, newKey, orderOf, type Change, type Person } from './canteen.ts';
import { createCrowd, runSql } from './harness-queries.ts';
import { load, requestText, type LoadResult } from './load.ts';

// Measures how long people wait for their orders under abuse and in a rush: one account sends 2,000 orders at once, or checks carts of
// 60 rows without a pause, a transaction locks the row of a dish all the time, or 1,500 people sign in at once. Each load
// has a process of its own.

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, runs: { type: 'string', default: '3' } },
});
const seconds = Number(values.seconds);
const runs = Number(values.runs);
const CONNECTIONS = 32;
const DISHES = 50;
const FLOOD = 2_000;
const SIGN_INS = 1_500;
const PASSWORD = 'a good long one';
/** Rows of a cart, as many as it may have, and how many checks of it are sent together. */
const CART_ROWS = 60;
const CHECKS_TOGETHER = 8;

const say = (line: string) => process.stdout.write(`${line}\n`);
const cluster = await startTestCluster({ isDurable: true });
const database = await createTestDatabase(cluster);
const { host, port: databasePort, user, database: name } = database.connection;
const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${databasePort}`;
const programs: ChildProcess[] = [];
/** Starts a program of the harness in a process of its own. */
function start(file: string, ...parameters: string[]): ChildProcess {
  const program = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL(file, import.meta.url)), ...parameters],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  programs.push(program);
  return program;
}

/** Reads the one line that a program prints. */
async function saidBy<Said>({ stdout }: ChildProcess): Promise<Said> {
  if (!stdout) throw new Error('the program has no output');
  const [said] = (await once(stdout, 'data')) as [Buffer];
  return JSON.parse(said.toString()) as Said;
}

const server = start('./bench-server.ts', 'batched', url);

try {
  const crowd = await createCrowd(database, 50_000, new Date(factoryNow));
  const [greedy, ...waiters] = await createPeople(database, 21);
  const [held, ...dishes] = await createDishes(database, DISHES, 1_000_000);
  if (!greedy || !held) throw new RangeError('there are a customer and dishes');
  await runSql(database, 'vacuum analyze');
  const passwordHash = await hashPassword(PASSWORD);
  const names = Array.from({ length: SIGN_INS }, (_, person) => `storm-${person}@example.org`);
  for (const userName of names) await createCustomer(database, { userName, email: userName, passwordHash });
  const { port } = await saidBy<{ port: number }>(server);

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
  const others = () => load({ port, connections: CONNECTIONS, durationMs: seconds * 1_000, next });
  const results = new Map<string, LoadResult[]>();
  const measure = async (what: string) => {
    const result = await others();
    for (const [status, count] of result.statuses)
      if (status !== 200) throw new Error(`${count} of the others were answered ${status}`);
    results.set(what, [...(results.get(what) ?? []), result]);
  };
  /** The answers to a flood, printed once. */
  const told = new Map<string, string>();
  const flood = (howOften: number | 'without-end', changes: readonly Change[]) =>
    start('./flood.ts', String(port), String(howOften), JSON.stringify(changes));
  const answersTo = async (program: ChildProcess, what: string) => {
    const statuses = await saidBy<Record<string, number>>(program);
    told.set(
      what,
      Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
    );
  };

  const rows = Array.from({ length: CART_ROWS }, (_, row) => dishes[row % dishes.length]).filter(
    (dish) => dish !== undefined,
  );
  const cart = cartOf(greedy, rows);
  const check: Change = { ...cart, path: '/order/cart/check' };

  // Not measured: the server warms up.
  await others();
  for (let run = 0; run < runs; run += 1) {
    await measure('nothing happens');

    const orders = flood(FLOOD, [orderOf(greedy, held)]);
    const ordersTold = answersTo(orders, `${FLOOD} orders of one account`);
    await measure(`one account sends ${FLOOD} orders at once`);
    await ordersTold;

    const checks = flood(
      'without-end',
      Array.from({ length: CHECKS_TOGETHER }, () => check),
    );
    const checksTold = answersTo(checks, 'checks of one account');
    await measure(`one account checks carts of ${CART_ROWS} rows, ${CHECKS_TOGETHER} at once, without end`);
    checks.kill('SIGTERM');
    await checksTold;

    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select from stock where offering_id = $1 for update', [held.id]);
    const waiting = flood(
      'without-end',
      waiters.map((person) => orderOf(person, held)),
    );
    const waitingTold = answersTo(waiting, 'orders of the held dish');
    await measure('a dish is held all the time, and 20 people want it');
    waiting.kill('SIGTERM');
    await waitingTold;
    await holder.query('rollback');
    holder.release();

    const signIns = start('./sign-ins.ts', String(port), PASSWORD, JSON.stringify(names));
    const signInsTold = answersTo(signIns, `${SIGN_INS} sign-ins`);
    await measure(`${SIGN_INS} people sign in at once`);
    await signInsTold;
  }

  const median = (numbers: readonly number[]) =>
    numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
  const spread = (numbers: readonly number[]) =>
    `${median(numbers).toFixed(0)} | ${Math.min(...numbers).toFixed(0)}–${Math.max(...numbers).toFixed(0)}`;
  say(`${runs} runs of ${seconds} s, ${CONNECTIONS} connections\n`);
  say('| others order while | a second | range | p50 ms | range | p99 ms | range |');
  say('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const [what, all] of results)
    say(
      `| ${what} | ${spread(all.map(({ perSecond }) => perSecond))} | ${spread(all.map(({ p50 }) => p50))} | ${spread(all.map(({ p99 }) => p99))} |`,
    );
  say('');
  for (const [what, answers] of told) say(`${what} were answered ${answers}.`);
} finally {
  for (const program of programs.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
  await database.drop();
  await cluster.stop();
}
