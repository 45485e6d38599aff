import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { DirectOrder } from '@refectory/contract/orders';
import { checkLedger } from '@refectory/database/check-ledger';
import { createOffering, factoryDay, factoryNow } from '@refectory/database/factories';
import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';
import { addDays } from '@refectory/domain/day';
import { requestHashOf } from '@refectory/server/http/idempotency-key';
import { decodeOrRefuse } from '@refectory/server/http/request-values';
import { signedYes } from '@refectory/server/orders/signed-yes';
import { sessionQueries } from '@refectory/server/session/session-queries';

import { cartOf, createDishes, newKey, orderOf } from './canteen.ts';
import { createCrowd, ordersPlaced, postmasterPid, runSql } from './harness-queries.ts';
import { load, requestText, type LoadResult } from './load.ts';
import { processorMs, processorMsWithChildren } from './processor-time.ts';

// Measures orders and menus over HTTP, and compares them with pgbench on the same PostgreSQL and with a bare node:http server.

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seconds: { type: 'string' }, scale: { type: 'string' } },
});
const runs = Number(values.runs ?? 5);
const seconds = Number(values.seconds ?? 10);
/** At a small scale TPC-B waits for locks on its few branches, which would make our figures look better than they are. */
const scale = Number(values.scale ?? 100);
const CONNECTIONS = 64;
/** So many customers that none of them orders unrealistically often on a day. */
const CROWD = 50_000;
/** Customers who only order carts. */
const CART_CROWD = 20_000;
const DISHES = 200;
const WEEK_DISHES = 96;
/** Lines of a cart: a week of lunches with what goes with them. */
const CART_LINES = 12;
/** Disjoint sets of dishes. */
const CART_SETS = Math.floor(DISHES / CART_LINES);
/** Orders a second while menus are measured: everybody of a large canteen within two minutes. */
const ORDERS_MEANWHILE = 500;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Where pgbench is, which Debian installs beside the server. */
function findPgbench(): string | undefined {
  const installed = '/usr/lib/postgresql';
  const folders = existsSync(installed)
    ? readdirSync(installed).map((version) => join(installed, version, 'bin'))
    : [];
  return [...folders, ...(process.env['PATH'] ?? '').split(':')]
    .map((folder) => join(folder, 'pgbench'))
    .findLast((file) => existsSync(file));
}

const cluster = await startTestCluster({ isDurable: true });
const { connection } = cluster;
const database = await createTestDatabase(cluster);
const servers: ChildProcess[] = [];

/** A server under load, and the processor time it has used so far. */
type BenchServer = { readonly port: number; readonly usedMs: () => number };

async function startServer(...parameters: string[]): Promise<BenchServer> {
  const program = fileURLToPath(new URL('./bench-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...parameters], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(child);
  if (!child.stdout) throw new Error('the server has no output');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const { port } = JSON.parse(said.toString()) as { port: number };
  return { port, usedMs: () => processorMs(child.pid ?? 0) };
}

function pgbench(program: string, ...parameters: string[]): string {
  const { host, port, user } = connection;
  const done = spawnSync(program, ['-h', host, '-p', String(port), '-U', user, ...parameters, 'pgbench'], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (done.status !== 0) throw new Error(`pgbench: ${done.stderr}`);
  return done.stdout;
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const spread = (numbers: readonly number[], digits: number) =>
  `${median(numbers).toFixed(digits)} | ${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)}`;

const serverMsOf = (results: readonly Measured[]) => results.map(({ serverMs }) => serverMs);
const databaseMsOf = (results: readonly Measured[]) => results.map(({ databaseMs }) => databaseMs);

/** Writes what the last measurement left in memory to disk, so that it does not slow down the next one. */
const settle = () => runSql(database, 'checkpoint');

/** The result of a load, and the processor time of the server and of PostgreSQL for one answer. */
type Measured = LoadResult & { readonly serverMs: number; readonly databaseMs: number };

function expectStatus(result: Measured, status: number): Measured {
  for (const [other, count] of result.statuses)
    if (other !== status) throw new Error(`${count} answers ${other} in place of ${status}`);
  return result;
}

try {
  const signingKey = await sessionQueries(database).signingKey();
  const crowd = await createCrowd(database, CROWD + CART_CROWD, new Date(factoryNow));
  const everybody = crowd.map((person) => ({ ...person, signingKey }));
  const [people, cartPeople] = [everybody.slice(0, CROWD), everybody.slice(CROWD)];
  const many = await createDishes(database, DISHES, 1_000_000_000);
  const hot = (await createDishes(database, 1, 1_000_000_000))[0];
  const week = await createDishes(database, 0, 0).then(async () => {
    const canteenId = hot?.canteenId ?? 0;
    for (let dish = 1; dish < WEEK_DISHES; dish += 1)
      await createOffering(database, { canteenId, day: addDays(factoryDay, dish % 5) });
    return canteenId;
  });
  await runSql(database, 'vacuum analyze');
  if (!hot) throw new RangeError('there is a dish');

  const { host, port: databasePort, user, database: name } = database.connection;
  const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${databasePort}`;
  const batched = await startServer('batched', url);
  const unbatched = await startServer('unbatched', url);
  const postgres = await postmasterPid(database);
  const token = people[0]?.token ?? '';
  const menuPath = `/api/canteenmenu?canteenId=${week}&timeSpan=custom&from=${factoryDay}&to=${addDays(factoryDay, 6)}`;
  const bare = await startServer('bare', `http://127.0.0.1:${batched.port}${menuPath}`, token);

  /** Fingerprints of orders by their dishes, computed in advance: they are the same for every customer. */
  const hashes = new Map<number, Buffer>();
  const hashOf = (dish: (typeof many)[number]): Buffer => {
    const known = hashes.get(dish.id);
    if (known) return known;
    const { path, body } = orderOf({ id: 0, token: '', signingKey }, dish);
    const hash = requestHashOf(path, decodeOrRefuse(DirectOrder, body, 'body'));
    hashes.set(dish.id, hash);
    return hash;
  };

  let sent = 0;
  const portions = new Map<string, number>();
  /** The next order, by another customer each time, with the answer to the question about their number of portions. */
  const nextOrder = (dishes: typeof many) => () => {
    const person = people[sent % people.length];
    const dish = dishes[sent % dishes.length];
    if (!person || !dish) throw new RangeError('there are customers and dishes');
    sent += 1;
    const counter = `${person.token} ${dish.id}`;
    const count = (portions.get(counter) ?? 0) + 1;
    portions.set(counter, count);
    const { path, body } = orderOf(person, dish);
    const call = { customerId: person.id, requestHash: hashOf(dish) };
    const yes = signedYes(signingKey, { about: 'portions', portions: count }, call);
    return requestText(
      'POST',
      `/api${path}`,
      { 'x-asw-token': person.token, 'idempotency-key': newKey(), ...(count > 1 && { 'x-asw-force': yes }) },
      JSON.stringify(body),
    );
  };
  let carts = 0;
  /**
   * The next cart, by another customer each time, spread over `sets` sets of dishes. A customer orders another set each
   * time, so that the server asks no question.
   */
  const nextCart = (buyers: typeof people, sets: number) => {
    let ordered = 0;
    return () => {
      const person = buyers[ordered % buyers.length];
      const set = (ordered % sets) + Math.floor(ordered / buyers.length);
      const first = (set % CART_SETS) * CART_LINES;
      if (!person || Math.floor(ordered / buyers.length) >= CART_SETS)
        throw new RangeError('there are customers and dishes for a cart');
      ordered += 1;
      carts += 1;
      const { path, body } = cartOf(person, many.slice(first, first + CART_LINES));
      return requestText(
        'POST',
        `/api${path}`,
        { 'x-asw-token': person.token, 'idempotency-key': newKey() },
        JSON.stringify(body),
      );
    };
  };
  const half = CART_CROWD / 2;
  const [nextSameCart, nextOtherCart] = [
    nextCart(cartPeople.slice(0, half), 1),
    nextCart(cartPeople.slice(half), CART_SETS),
  ];
  let checks = 0;
  /** The next check of a cart without an order, by another customer each time. */
  const nextCheck = () => {
    const person = cartPeople[checks % cartPeople.length];
    if (!person) throw new RangeError('there are customers');
    checks += 1;
    const { path, body } = cartOf(person, many.slice(-CART_LINES));
    return requestText('POST', `/api${path}/check`, { 'x-asw-token': person.token }, JSON.stringify(body));
  };
  /** Prints the result of a load. */
  const loaded = async ({ port, usedMs }: BenchServer, next: () => string): Promise<Measured> => {
    const before = usedMs();
    const databaseBefore = processorMsWithChildren(postgres);
    const result = await load({ port, connections: CONNECTIONS, durationMs: seconds * 1_000, next });
    const answers = [...result.statuses.values()].reduce((sum, count) => sum + count, 0);
    return {
      ...result,
      serverMs: (usedMs() - before) / answers,
      databaseMs: (processorMsWithChildren(postgres) - databaseBefore) / answers,
    };
  };
  const wholeMenu = () => requestText('GET', menuPath, { 'x-asw-token': token });
  /** Requests the menu like a browser that has its newest version. */
  const knownMenu = async ({ port }: BenchServer) => {
    const menu = await fetch(`http://127.0.0.1:${port}${menuPath}`, { headers: { 'x-asw-token': token } });
    const known = { 'x-asw-token': token, 'if-none-match': menu.headers.get('etag') ?? '' };
    return () => requestText('GET', menuPath, known);
  };

  const program = findPgbench();
  if (program === undefined) say('pgbench was not found: orders stand without their ratio to TPC-B.');
  else {
    await runSql(database, 'create database pgbench');
    pgbench(program, '-i', '-q', '-s', String(scale));
  }
  const tpcb: number[] = [];
  const orders = {
    hot: [] as Measured[],
    many: [] as Measured[],
    unbatched: [] as Measured[],
    carts: [] as Measured[],
    otherCarts: [] as Measured[],
    checks: [] as Measured[],
  };
  const menus = {
    whole: [] as Measured[],
    bareWhole: [] as Measured[],
    known: [] as Measured[],
    bareKnown: [] as Measured[],
    wholeMeanwhile: [] as Measured[],
    knownMeanwhile: [] as Measured[],
  };
  const ordersMeanwhile: number[] = [];
  /** Menus while orders come in. */
  const whileOrdersCome = async (next: () => string, status: number): Promise<Measured> => {
    const [menu, ordered] = await Promise.all([
      loaded(batched, next),
      load({
        port: batched.port,
        connections: CONNECTIONS / 4,
        durationMs: seconds * 1_000,
        next: nextOrder(many),
        atMost: ORDERS_MEANWHILE,
      }),
    ]);
    expectStatus({ ...menu, ...ordered }, 200);
    ordersMeanwhile.push(ordered.perSecond);
    return expectStatus(menu, status);
  };
  // Not measured: the server warms up.
  for (const dishes of [[hot], many]) expectStatus(await loaded(batched, nextOrder(dishes)), 200);
  for (let run = 0; run < runs; run += 1) {
    if (program !== undefined) {
      await settle();
      const said = pgbench(
        program,
        '-M',
        'prepared',
        '-c',
        String(CONNECTIONS),
        '-j',
        '2',
        '-T',
        String(seconds),
      );
      tpcb.push(Number(/tps = ([\d.]+)/.exec(said)?.[1]));
    }
    await settle();
    orders.hot.push(expectStatus(await loaded(batched, nextOrder([hot])), 200));
    await settle();
    orders.many.push(expectStatus(await loaded(batched, nextOrder(many)), 200));
    await settle();
    orders.unbatched.push(expectStatus(await loaded(unbatched, nextOrder([hot])), 200));
    await settle();
    orders.carts.push(expectStatus(await loaded(batched, nextSameCart), 200));
    await settle();
    orders.otherCarts.push(expectStatus(await loaded(batched, nextOtherCart), 200));
    await settle();
    orders.checks.push(expectStatus(await loaded(batched, nextCheck), 200));
    menus.whole.push(expectStatus(await loaded(batched, wholeMenu), 200));
    menus.bareWhole.push(expectStatus(await loaded(bare, wholeMenu), 200));
    menus.known.push(expectStatus(await loaded(batched, await knownMenu(batched)), 304));
    menus.bareKnown.push(expectStatus(await loaded(bare, await knownMenu(bare)), 304));
    await settle();
    menus.wholeMeanwhile.push(await whileOrdersCome(wholeMenu, 200));
    await settle();
    menus.knownMeanwhile.push(await whileOrdersCome(await knownMenu(batched), 304));
  }

  const violations = await checkLedger(database);
  const placed = await ordersPlaced(database);
  const expected = sent + carts * CART_LINES;
  if (violations.length > 0 || placed !== expected)
    throw new Error(
      `${expected} orders sent, ${placed} placed; ${violations.map(({ detail }) => detail).join('; ')}`,
    );
  say(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; ` +
      `${runs} runs of ${seconds} s, ${CONNECTIONS} connections, TPC-B at scale ${scale}\n`,
  );
  say(
    '| orders over HTTP | a second | range | to TPC-B | range | p50 ms | p99 ms | server ms | range | PostgreSQL ms | range |',
  );
  say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  if (program !== undefined) say(`| pgbench TPC-B | ${spread(tpcb, 0)} | 1 | | | | | | | |`);
  for (const [what, results] of [
    ['one hot dish', orders.hot],
    [`${DISHES} dishes`, orders.many],
    ['one hot dish, every order in a call of its own', orders.unbatched],
    [`carts of the same ${CART_LINES} dishes`, orders.carts],
    [`carts of ${CART_LINES} of ${CART_SETS * CART_LINES} dishes`, orders.otherCarts],
    [`checks of carts of ${CART_LINES} dishes`, orders.checks],
  ] as const) {
    const ratios = results.map(({ perSecond }, run) => perSecond / (tpcb[run] ?? Number.NaN));
    const speeds = results.map(({ perSecond }) => perSecond);
    const [p50, p99] = [results.map((result) => result.p50), results.map((result) => result.p99)];
    say(
      `| ${what} | ${spread(speeds, 0)} | ${spread(ratios, 2)} | ${median(p50).toFixed(0)} | ${median(p99).toFixed(0)} | ${spread(serverMsOf(results), 3)} | ${spread(databaseMsOf(results), 3)} |`,
    );
  }
  say(`\n${placed} orders placed, oversold 0, the ledger sums to 0.\n`);
  say('| menu of a week, signed in | to a bare node:http | range | server ms | range | bare ms |');
  say('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [what, ours, best] of [
    [`200, ${WEEK_DISHES} dishes`, menus.whole, menus.bareWhole],
    ['304', menus.known, menus.bareKnown],
  ] as const) {
    const ratios = ours.map(({ perSecond }, run) => perSecond / (best[run]?.perSecond ?? Number.NaN));
    say(
      `| ${what} | ${spread(ratios, 2)} | ${spread(serverMsOf(ours), 3)} | ${median(serverMsOf(best)).toFixed(3)} |`,
    );
  }
  say(
    `\n| menus while ${spread(ordersMeanwhile, 0).replace(' | ', ' (')}) orders a second come in | a second | to without | range |`,
  );
  say('| --- | ---: | ---: | ---: |');
  for (const [what, busy, calm] of [
    ['200', menus.wholeMeanwhile, menus.whole],
    ['304', menus.knownMeanwhile, menus.known],
  ] as const) {
    const ratios = busy.map(({ perSecond }, run) => perSecond / (calm[run]?.perSecond ?? Number.NaN));
    say(`| ${what} | ${median(busy.map(({ perSecond }) => perSecond)).toFixed(0)} | ${spread(ratios, 2)} |`);
  }
} finally {
  for (const child of servers) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await database.drop();
  await cluster.stop();
}
