import { parseArgs } from 'node:util';

import { checkLedger } from '@refectory/database/check-ledger';
import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';

import { build } from '../scripts/prepare.mjs';
import { runKill } from './kill.ts';
import { postmasterPid } from './harness-queries.ts';
import { KILL, plant, plantedBugs } from './planted-bugs.ts';
import { races, runRace } from './race.ts';
import { seededRandom } from './seeded-random.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

// Runs many concurrent customers against two servers on one PostgreSQL, also while servers and PostgreSQL are killed.
// npm run torture -- [name of a race ...] [kill] [crash] [--short] [--seed N] [--rounds N] [--seconds N]
// npm run torture -- --planted [name of a race ...] [kill] [--seed N]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    seed: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
});
/** The kills of servers and PostgreSQL together, on a cluster with the durability of production. */
const CRASH = 'crash';
const unknown = positionals.filter(
  (name) => ![KILL, CRASH].includes(name) && !races.some((race) => race.name === name),
);
if (unknown.length > 0) throw new RangeError(`there is no race "${unknown.join('", "')}"`);
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(values.rounds ?? (values.short ? 1_000 : 5_000));
/** A race ends after this time, however many rounds it ran. */
const raceSeconds = Number(values.seconds ?? (values.short ? 1.5 : Infinity));
const CRASH_CHANGES = 10_000;
/** On a slow machine the kills go on until there are as many: a few in a hundred are withdrawals, the rarest of them. */
const KILL_CHANGES = 1_000;
const crashSeconds = Number(values.seconds ?? 120);
const killSeconds = Number(values.seconds ?? (values.short ? 7 : 60));
/** The number of tries for a planted bug that only shows when two calls interleave. */
const PLANTED_ROUNDS = 200;
const PLANTED_KILL_SECONDS = 7;

const say = (line: string) => process.stdout.write(`${line}\n`);
let failed = 0;
const judge = (name: string, done: string, found: readonly string[], missing: readonly string[] = []) => {
  const findings = [...found, ...missing.map((outcome) => `never ${outcome}`)];
  say(`${findings.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${done}`);
  for (const finding of findings.slice(0, 10)) say(`       ${finding}`);
  failed += findings.length === 0 ? 0 : 1;
};

const listed = (outcomes: ReadonlyMap<string, number>) =>
  [...outcomes].map(([outcome, times]) => `, ${times} ${outcome}`).join('');

// The servers run the build, which has to be of these sources.
build();
const cluster = await startTestCluster();

type Cluster = Pick<typeof cluster, 'connection' | 'template'>;
type Canteen = Awaited<ReturnType<typeof createTestDatabase>>;

/** Runs a function on a database and two servers of its own, and checks the ledger at the end. */
async function inCanteen<Result extends { readonly findings: string[] }>(
  run: (database: Canteen, servers: readonly ServerProcess[]) => Promise<Result>,
  where: Cluster = cluster,
): Promise<Result> {
  const database = await createTestDatabase(where);
  const servers: ServerProcess[] = [];
  try {
    for (let started = 0; started < 2; started += 1)
      servers.push(await startServerProcess(database.connection));
    const result = await run(database, servers);
    const violations = await checkLedger(database);
    const broken = violations.map(({ invariant, detail }) => `${invariant}: ${detail}`);
    return { ...result, findings: [...result.findings, ...broken] };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  }
}

async function tortureByRace(): Promise<void> {
  await inCanteen(async (database, servers) => {
    const ports = servers.map(({ port }) => port);
    const findings: string[] = [];
    for (const race of races.filter(({ name }) => isWanted(name))) {
      const result = await runRace(race, {
        database,
        ports,
        random: seededRandom(seed),
        rounds,
        limitMs: raceSeconds * 1_000,
      });
      const done = `${result.rounds} rounds, ${result.calls} calls${listed(result.outcomes)}`;
      judge(`race ${race.name}`, done, result.findings, result.missing);
      findings.push(...result.findings);
    }
    return { findings };
  }).then(({ findings }) => judge('ledger after the races', 'checked', findings));
}

async function tortureByKill(): Promise<void> {
  const result = await inCanteen((database, servers) =>
    runKill({
      database,
      servers,
      random: seededRandom(seed),
      durationMs: killSeconds * 1_000,
      leastChanges: KILL_CHANGES,
    }),
  );
  judge(
    'kill',
    `${result.changes} changes${listed(result.outcomes)}, ${result.kills} kills, ${result.ambiguous} answers lost or unclear, in ${killSeconds} s`,
    result.findings,
    result.missing,
  );
}

async function tortureByCrash(): Promise<void> {
  const durable = await startTestCluster({ isDurable: true });
  try {
    const since = performance.now();
    const result = await inCanteen(
      (database, servers) =>
        runKill({
          database,
          servers,
          random: seededRandom(seed),
          durationMs: crashSeconds * 1_000,
          leastChanges: CRASH_CHANGES,
          killDatabase: async () => {
            process.kill(await postmasterPid(database), 'SIGKILL');
          },
        }),
      durable,
    );
    judge(
      CRASH,
      `${result.changes} changes${listed(result.outcomes)}, ${result.kills} kills of a server, ${result.databaseKills} of PostgreSQL, ${result.ambiguous} answers lost or unclear, in ${Math.round((performance.now() - since) / 1_000)} s`,
      result.findings,
      result.missing,
    );
  } finally {
    await durable.stop();
  }
}

function plantedRace(name: string, database: Canteen, servers: readonly ServerProcess[]) {
  const race = races.find((one) => one.name === name);
  if (!race) throw new RangeError(`there is no race "${name}"`);
  return runRace(race, {
    database,
    ports: servers.map(({ port }) => port),
    random: seededRandom(seed),
    rounds: PLANTED_ROUNDS,
    limitMs: Infinity,
  });
}

async function plantedKill(database: Canteen, servers: readonly ServerProcess[]) {
  const durationMs = PLANTED_KILL_SECONDS * 1_000;
  const { changes, findings } = await runKill({ database, servers, random: seededRandom(seed), durationMs });
  return { rounds: changes, findings };
}

async function tortureByPlantedBugs(): Promise<void> {
  say('| planted | noticed | after rounds | by |\n| --- | --- | ---: | --- |');
  for (const bug of plantedBugs.filter(({ race }) => isWanted(race))) {
    const { rounds: run, findings } = await inCanteen(async (database, servers) => {
      await plant(database, bug);
      return bug.race === KILL ? plantedKill(database, servers) : plantedRace(bug.race, database, servers);
    });
    if (findings.length === 0) failed += 1;
    say(`| ${bug.name} | ${findings.length > 0 ? 'yes' : 'NO'} | ${run} | ${findings[0] ?? ''} |`);
  }
}

say(`seed ${seed}`);
try {
  if (values.planted) await tortureByPlantedBugs();
  else {
    if (races.some(({ name }) => isWanted(name))) await tortureByRace();
    if (isWanted(KILL)) await tortureByKill();
    if (positionals.includes(CRASH) || (positionals.length === 0 && !values.short)) await tortureByCrash();
  }
} finally {
  await cluster.stop();
}
process.exitCode = failed === 0 ? 0 : 1;
