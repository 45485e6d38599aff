import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createCustomer } from '@refectory/database/factories';
import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';
import { inTransaction } from '@refectory/database/transaction';
import { makeLink } from '@refectory/server/links/mailed-link-queries';
import { hashPassword } from '@refectory/server/session/password-hash';

// Measures over HTTP how long signing in takes at noon, whether response times reveal known addresses, and what happens
// when a link is used many times at once.
// An option of 0 leaves its part out.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    samples: { type: 'string' },
    'link-rounds': { type: 'string' },
  },
});
const rounds = Number(values.rounds ?? 20);
const samples = Number(values.samples ?? 5_000);
const linkRounds = Number(values['link-rounds'] ?? 500);

/** People who sign in at the same moment. */
const STORM = 60;
/** Uses of one link at the same moment. */
const USES = 64;
const PASSWORD = 'a good long one';

const say = (line: string) => process.stdout.write(`${line}\n`);
const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
const quantile = (numbers: readonly number[], part: number) =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? Number.NaN;
const range = (numbers: readonly number[], digits = 0) =>
  `${quantile(numbers, 0.5).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)})`;

const cluster = await startTestCluster({ isDurable: true });
const database = await createTestDatabase(cluster);
const { host, port: databasePort, user, database: name } = database.connection;
const address = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${databasePort}`;
const server: ChildProcess = fork(fileURLToPath(new URL('./people-server.ts', import.meta.url)), [address], {
  execArgv: ['--import', 'tsx'],
  env: { ...process.env, NODE_ENV: 'production' },
});
const told = async () => (await once(server, 'message'))[0] as Readonly<Record<string, number>>;
const { port = 0 } = await told();
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

type Answer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ms: number;
};

function post(path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path: `/api${path}`,
        method: 'POST',
        headers: {
          ...headers,
          ...(body && { 'content-type': 'application/json' }),
          'content-length': Buffer.byteLength(text),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const read = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Answer['body'];
          resolve({ status: response.statusCode ?? 0, body: read, ms: performance.now() - since });
        });
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

const { body: session } = await post('/authenticate', {});
const guest = String(session['sessionToken']);
const passwordHash = await hashPassword(PASSWORD);
const basic = (userName: string, password: string) =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;
let networks = 0;
/** Each call comes from another network, so that no rate limit applies. */
const elsewhere = () => {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
};
const login = (userName: string, password: string) =>
  post('/customer/login', {
    'x-asw-token': guest,
    'x-forwarded-for': elsewhere(),
    authorization: basic(userName, password),
  });
const customers = async (prefix: string, count: number) => {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const userName = `${prefix}-${made}@example.org`;
    ids.push((await createCustomer(database, { userName, email: userName, passwordHash })).id);
  }
  return ids;
};

async function storm(): Promise<void> {
  await customers('storm', STORM);
  const [lasts, middles, delays]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    server.send('begin');
    await told();
    const answers = await Promise.all(
      Array.from({ length: STORM }, (_, person) => login(`storm-${person}@example.org`, PASSWORD)),
    );
    server.send('end');
    const { p99Ms = Number.NaN } = await told();
    if (answers.some(({ status }) => status !== 200)) throw new Error('somebody could not sign in');
    const times = answers.map(({ ms }) => ms);
    lasts.push(Math.max(...times));
    middles.push(quantile(times, 0.5));
    delays.push(p99Ms);
  }
  say(`${STORM} sign in at once, ${rounds} rounds: median (range)`);
  say(`  the last is answered after ${range(lasts)} ms, half of them after ${range(middles)} ms`);
  say(`  event loop held up, p99: ${range(delays, 1)} ms`);
}

/** The probability that a sample of one class is the larger one; at 0.5 the classes cannot be told apart. */
function areaUnderCurve(ones: readonly number[], others: readonly number[]): number {
  const ranked = [...ones.map((ms) => ({ ms, one: 1 })), ...others.map((ms) => ({ ms, one: 0 }))].sort(
    (left, right) => left.ms - right.ms,
  );
  let ranks = 0;
  for (let place = 0; place < ranked.length;) {
    let end = place;
    while (end < ranked.length && ranked[end]?.ms === ranked[place]?.ms) end += 1;
    // Equal times share a rank.
    for (let at = place; at < end; at += 1) ranks += (ranked[at]?.one ?? 0) * ((place + end + 1) / 2);
    place = end;
  }
  return (ranks - (ones.length * (ones.length + 1)) / 2) / (ones.length * others.length);
}

async function tell(what: string, ask: (userName: string) => Promise<Answer>, prefix: string): Promise<void> {
  await customers(prefix, samples);
  const [known, unknown]: [number[], number[]] = [[], []];
  // Not measured: prepares the statements and compiles the code.
  for (let warm = 0; warm < 100; warm += 1) await ask(`${prefix}-warm-${warm}@example.org`);
  for (let sample = 0; sample < samples; sample += 1) {
    const inTurn = [
      async () => known.push((await ask(`${prefix}-${sample}@example.org`)).ms),
      async () => unknown.push((await ask(`${prefix}-nobody-${sample}@example.org`)).ms),
    ];
    if (Math.random() < 0.5) inTurn.reverse();
    for (const run of inTurn) await run();
  }
  const gap = quantile(known, 0.5) - quantile(unknown, 0.5);
  say(
    `${what}, ${samples} samples a class: AUC ${areaUnderCurve(known, unknown).toFixed(4)}, medians ${quantile(known, 0.5).toFixed(2)} and ${quantile(unknown, 0.5).toFixed(2)} ms, gap ${gap.toFixed(3)} ms`,
  );
}

async function links(): Promise<void> {
  const people = await customers('link', linkRounds);
  let successes = 0;
  let wrongRounds = 0;
  for (const customerId of people) {
    const recipient = `link-${customerId}@example.org`;
    const owner = { purpose: 'password-reset', customerId, recipient } as const;
    const { token: resetKey } = await inTransaction(database, (transaction) =>
      makeLink(transaction, owner, Date.now()),
    );
    const answers = await Promise.all(
      Array.from({ length: USES }, (_, use) =>
        post(
          '/customer/password/reset',
          { 'x-asw-token': guest, 'x-forwarded-for': elsewhere() },
          { passwordNew: `a good long one ${use}`, resetKey },
        ),
      ),
    );
    const won = answers.filter(({ status }) => status === 200).length;
    successes += won;
    if (won !== 1) wrongRounds += 1;
  }
  say(
    `a link used ${USES} times at once, ${linkRounds} rounds: ${successes} successes, ${wrongRounds} rounds without exactly one`,
  );
  if (wrongRounds > 0) process.exitCode = 1;
}

try {
  if (rounds > 0) await storm();
  if (samples > 0) {
    await tell(
      'signing in with a wrong password, known and unknown names',
      (who) => login(who, 'wrong'),
      'name',
    );
    const guestHeaders = () => ({ 'x-asw-token': guest, 'x-forwarded-for': elsewhere() });
    await tell(
      'asking for another password, known and unknown addresses',
      (email) => post('/customer/password/resetrequest', guestHeaders(), { email }),
      'reset',
    );
    await tell(
      'registering, known and unknown addresses',
      (email) =>
        post('/customer/register/start', guestHeaders(), {
          type: 'Person',
          firstName: 'A',
          lastName: 'B',
          email,
        }),
      'register',
    );
  }
  if (linkRounds > 0) await links();
} finally {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  agent.destroy();
  await database.drop();
  await cluster.stop();
}
