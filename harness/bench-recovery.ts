import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { openDatabase, type Database } from '@refectory/database/database';
import type { DatabaseConnection } from '@refectory/database/database-connection';
import { startEmbeddedPostgres } from '@refectory/embedded-postgres/embedded-postgres';
import { makeTestFolder } from '@refectory/embedded-postgres/testing/test-folder';

// Kills the postmaster of an embedded PostgreSQL repeatedly while it works. Measures how long it takes until the database
// answers again, and checks that every committed row is there.

const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' } } });
const kills = Number(values.kills);
if (!(Number.isInteger(kills) && kills > 0)) throw new RangeError('--kills has to be a number such as 100');

/** The longest acceptable recovery. */
const LIMIT_MS = 10_000;
/** How long a round waits before it gives up. */
const PATIENCE_MS = 120_000;
const WRITERS = 4;
const WORK_MS = 300;

/** What the connections do while their server is killed; the rounds alternate. */
const LOADS = {
  'short queries': [],
  'queries that wait': ['select pg_sleep(600)', 'select pg_sleep(600)'],
  // A busy process does not notice that its postmaster died.
  'queries that are busy': [
    'do $$ begin loop perform 1; end loop; end $$',
    'select count(*) from generate_series(1, 100000000000) as n',
  ],
} as const;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Writes one row after the other until it is stopped, and reports the confirmed ones. */
async function write({ pool }: Database, round: { isOver: boolean }, confirmed: (id: number) => void) {
  while (!round.isOver) {
    try {
      const { rows } = await pool.query<{ id: number }>('insert into written default values returning id');
      if (rows[0]) confirmed(rows[0].id);
    } catch {
      // Expected: the server was killed.
      await delay(20);
    }
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Opens a new connection each time, since a process of the dead server may still answer on an old one. */
async function untilAnswered(connection: DatabaseConnection): Promise<number> {
  const since = performance.now();
  for (;;) {
    const fresh = openDatabase(connection, { max: 1 });
    try {
      await fresh.pool.query('insert into written default values');
      return performance.now() - since;
    } catch (error) {
      if (performance.now() - since > PATIENCE_MS) throw error;
      await delay(20);
    } finally {
      await fresh.close();
    }
  }
}

const folder = await makeTestFolder({ isDurable: true });
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
const database = openDatabase(postgres.connection, { max: WRITERS + 4 });
const tookMs = new Map<string, number[]>();
let lost = 0;
try {
  await database.pool.query('create table written (id bigint generated always as identity primary key)');
  const loads = Object.entries(LOADS);
  for (let kill = 0; kill < kills; kill += 1) {
    const [name, statements] = loads[kill % loads.length] ?? ['', []];
    const confirmed: number[] = [];
    const round = { isOver: false };
    const working = Array.from({ length: WRITERS }, () => write(database, round, (id) => confirmed.push(id)));
    const held = openDatabase(postgres.connection, { max: 2 });
    const ended = statements.map((statement) => held.pool.query(statement).catch(String));
    await delay(WORK_MS);

    process.kill(await postmasterPid(postgres.dataDir), 'SIGKILL');
    const ms = await untilAnswered(postgres.connection);
    tookMs.set(name, [...(tookMs.get(name) ?? []), ms]);
    round.isOver = true;
    await Promise.all([...working, ...ended]);
    await held.close();
    const { rows } = await database.pool.query<{ id: number }>(
      'select id from unnest($1::bigint[]) as id except select id from written',
      [confirmed],
    );
    lost += rows.length;
    say(`${String(kill + 1).padStart(4)}  ${name.padEnd(22)} ${Math.round(ms)} ms, ${confirmed.length} rows`);
  }
} finally {
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true });
}

for (const [name, all] of tookMs) {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
  say(`${name}: N ${sorted.length}, median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms`);
}
const late = [...tookMs.values()].flat().filter((ms) => ms > LIMIT_MS).length;
say(`${late} of ${kills} took longer than ${LIMIT_MS / 1_000} s; ${lost} confirmed rows were lost`);
process.exitCode = late + lost > 0 ? 1 : 0;
