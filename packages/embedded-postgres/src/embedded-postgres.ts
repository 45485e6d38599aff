import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

import {
  type ClusterFolder,
  clusterVersion,
  damaged,
  diskFull,
  isCluster,
  locateCluster,
  makeCluster,
  notOurs,
} from './cluster-folder.ts';
import { damageIn } from './damage.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endOrphans } from './orphaned-processes.ts';
import { type BinariesSource, findBinaries } from './postgres-binaries.ts';
import {
  connectionTo,
  connectWhenReady,
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  signalPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import type { SocketConnection } from './socket-connection.ts';
import { ignoreMissing, isAlive, isSystemError } from './system-user.ts';

/** A running PostgreSQL of our own. */
export type EmbeddedPostgres = {
  connection: SocketConnection;
  /** Where the cluster really is; as root it may be elsewhere than wanted (the log says so). */
  dataDir: string;
  /** Disconnects everybody and waits until the server has ended with everything on disk. */
  stop(): Promise<void>;
};

/** What a start needs to know. */
export type EmbeddedPostgresOptions = {
  /** The wanted folder of the cluster; made when it is missing. */
  dataDir: string;
  /** Hears a sentence about everything the person at the terminal should know. */
  log?: (message: string) => void;
  /** Only these binaries; absent, those of the npm package first, then the system's. */
  source?: BinariesSource;
  /** The data need not outlive a power failure, as those of tests: nothing waits for the disk. */
  isDisposable?: boolean;
};

const DATABASE = 'refectory';
/** The advisory lock that says who a cluster belongs to; it dies with its connection. */
const OWNER_LOCK = { classId: 7301, objectId: 1 };
/** A server left behind answers at once or says that it is recovering; one that says nothing for so long hangs. */
const ORPHAN_SILENCE_MS = 10_000;
/** A server that hangs hears nothing: the way to the signal that needs no hearing is kept short. */
const HANG_PATIENCE_MS = 2_000;
/** A slow disk may keep a server from its first word. */
const START_SILENCE_MS = 60_000;
/** One start tries for this long to get past what is in its way, such as a server that ends or is being started. */
const START_PATIENCE_MS = 30_000;
/** How long the server may take to notice that the lock's holder was killed. */
const LOCK_RELEASE_MS = 5_000;

/**
 * Starts PostgreSQL on this folder, on a unix socket only, making the cluster when there is none.
 * A server left behind by a killed process is taken over; one that another process uses is `in-use`.
 * A server that dies is started again, as often as it takes until `stop`.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => {},
  source,
  isDisposable = false,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let latest: Postmaster | undefined;
  const endWithProcess = () => latest && signalPostmaster(latest, 'SIGINT');
  process.on('exit', endWithProcess);
  try {
    const folder = await locateCluster(dataDir, log);
    const start = { source, isDisposable, log, onLaunch: (postmaster: Postmaster) => (latest = postmaster) };
    const stopping = new AbortController();
    const owning = await acquire(folder, start);
    let owned = owning;
    let recovery: Promise<void> | undefined;

    const watch = (current: Owned) => {
      owned = current;
      latest = current.postmaster;
      current.lock.once('end', () => {
        if (!stopping.signal.aborted) recovery = recover();
      });
    };
    const recover = async () => {
      log('The connection to PostgreSQL broke: it is being restored.');
      const current = await acquireAtLast(folder, start, stopping.signal);
      if (current === undefined) return;
      watch(current);
      log('PostgreSQL answers again.');
    };
    watch(owning);

    const stop = async () => {
      stopping.abort();
      await recovery;
      await stopPostmaster(owned.postmaster);
      await owned.lock.end();
      await removeIfEmpty(owned.host);
      process.off('exit', endWithProcess);
    };
    let stopped: Promise<void> | undefined;
    return {
      connection: connectionTo(owned.host, DATABASE),
      dataDir: folder.dataDir,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    process.off('exit', endWithProcess);
    throw explained(error, dataDir);
  }
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Tries until it has a server, with growing pauses; `undefined` when it is to stop. Each new reason is logged once. */
async function acquireAtLast(
  folder: ClusterFolder,
  start: StartOptions,
  stopping: AbortSignal,
): Promise<Owned | undefined> {
  let logged: string | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; !stopping.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await acquire(folder, start);
    } catch (error) {
      const { message } = explained(error, folder.dataDir);
      if (message !== logged) start.log(`${message} It is tried again until it works.`);
      logged = message;
    }
    // Rejects only when it is to stop.
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
  }
  return undefined;
}

/** Whether there is a database for this folder, in it or where it is kept instead; refuses a damaged one. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return (await clusterVersion(await locateCluster(dataDir, () => {}))) !== undefined;
}

/** Where a server that runs on this folder answers, whoever owns it; `undefined` when none runs. */
export async function findRunningPostgres(dataDir: string): Promise<SocketConnection | undefined> {
  const running = await findPostmaster(await locateCluster(dataDir, () => {}));
  return running?.host ? connectionTo(running.host, DATABASE) : undefined;
}

/** Removes the cluster of this folder for a fresh start; refuses while it is used, and what is not a cluster. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  try {
    const folder = await locateCluster(dataDir, () => {});
    const running = await findPostmaster(folder);
    if (running !== undefined) {
      const owned = await takeOver(folder, running);
      if (owned !== undefined) {
        await stopPostmaster(running);
        await owned.lock.end();
      }
    }
    const entries = (await readdir(folder.dataDir).catch(ignoreMissing)) ?? [];
    if (entries.length > 0 && !isCluster(entries)) throw notOurs(folder.dataDir, entries);
    await rm(folder.dataDir, { recursive: true, force: true });
  } catch (error) {
    throw explained(error, dataDir);
  }
}

/** The socket's folder is left only to a server that came into it meanwhile. */
async function removeIfEmpty(path: string): Promise<void> {
  await rmdir(path).catch((error: unknown) => {
    if (!(isSystemError(error) && ['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code))) throw error;
  });
}

/** A server with the connection that holds its owner lock. */
type Owned = { postmaster: Postmaster; host: string; lock: Client };

type StartOptions = {
  readonly source: BinariesSource | undefined;
  readonly isDisposable: boolean;
  readonly log: (message: string) => void;
  /** Hears of every server that is launched, before it answers. */
  readonly onLaunch: (postmaster: Postmaster) => void;
};

async function acquire(folder: ClusterFolder, start: StartOptions): Promise<Owned> {
  const began = performance.now();
  let heldSince: number | undefined;
  // Each round ends the reason for the next: a dying server is gone, a faster one is there to be found.
  while (performance.now() - began < START_PATIENCE_MS) {
    const running = await findPostmaster(folder);
    if (running !== undefined) {
      const owned = await takeOver(folder, running);
      if (owned === undefined) continue;
      start.log(`PostgreSQL (process ${running.pid}) already runs on ${folder.dataDir}: taken over.`);
      return owned;
    }

    const launched = await launch(folder, start);
    const owned = await ownLaunched(folder, launched);
    if (owned !== undefined) return owned;
    const failure = await launched.failure();
    if (failure instanceof EmbeddedPostgresError) throw failure;
    if (failure.heldBy !== 'another-server') {
      heldSince ??= performance.now();
      await endOrphans(folder.dataDir, failure.heldBy.sharedMemoryId, performance.now() - heldSince);
    }
    await delay(100);
  }
  throw new EmbeddedPostgresError(
    'failed',
    heldSince === undefined
      ? `PostgreSQL did not start on ${folder.dataDir}, although nothing else uses it.`
      : `PostgreSQL did not start on ${folder.dataDir}: processes of an earlier one still use it. End them, or wait until they end, and start again.`,
  );
}

async function launch(folder: ClusterFolder, { source, isDisposable, onLaunch }: StartOptions) {
  const major = await clusterVersion(folder);
  const binaries = await findBinaries({
    user: folder.user,
    major,
    source,
    spare: dirname(folder.dataDir),
    dataDir: folder.dataDir,
  });
  if (major === undefined) await makeCluster(folder, binaries);
  const launched = await launchPostmaster(folder, binaries.folder, isDisposable);
  onLaunch(launched);
  return launched;
}

/** Waits until a server that was launched is ours; `undefined` when it ended by itself. A failure leaves none running. */
async function ownLaunched(folder: ClusterFolder, launched: Postmaster): Promise<Owned | undefined> {
  try {
    const answer = await connectWhenReady(folder, launched, START_SILENCE_MS);
    if (answer === 'ended') return undefined;
    if (answer !== 'silent') {
      // All servers of a folder have one socket: a faster one of another process may answer there, before ours ends.
      const running = await findPostmaster(folder);
      const answering = running === undefined || running.pid === launched.pid ? launched : running;
      return await own(folder, answering, answer);
    }
    throw new EmbeddedPostgresError(
      'failed',
      `PostgreSQL was started on ${folder.dataDir} but does not answer.`,
    );
  } catch (error) {
    // Whoever was faster at the lock has our server now.
    const isTaken = error instanceof EmbeddedPostgresError && error.code === 'in-use';
    if (!isTaken) await stopPostmaster(launched);
    throw error;
  }
}

async function takeOver(folder: ClusterFolder, running: Postmaster): Promise<Owned | undefined> {
  const answer = await connectWhenReady(folder, running, ORPHAN_SILENCE_MS);
  if (answer === 'ended') return undefined;
  if (answer === 'silent') {
    await stopPostmaster(running, HANG_PATIENCE_MS);
    return undefined;
  }
  return own(folder, running, answer);
}

/** Takes a server that answers for ours, unless another process has it. */
async function own(folder: ClusterFolder, postmaster: Postmaster, lock: Client): Promise<Owned> {
  let isOwned = false;
  try {
    const owner = await takeLock(lock);
    if (owner !== undefined) {
      throw new EmbeddedPostgresError(
        'in-use',
        `The database in ${folder.dataDir} is already in use by process ${owner}: stop that one first.`,
      );
    }
    isOwned = true;
    const { rowCount } = await lock.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await lock.query(`create database ${DATABASE}`);
    return { postmaster, host: lock.host, lock };
  } catch (error) {
    if (isOwned) await stopPostmaster(postmaster);
    await lock.end();
    throw error;
  }
}

/** Takes the owner lock, or says which process has it. */
async function takeLock(client: Client): Promise<number | undefined> {
  const key = [OWNER_LOCK.classId, OWNER_LOCK.objectId];
  for (const since = performance.now(); ; await delay(50)) {
    const { rows: taken } = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock($1, $2) as got',
      key,
    );
    if (taken[0]?.got === true) return undefined;

    const { rows: holders } = await client.query<{ name: string }>(
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2`,
      key,
    );
    // Nobody: it was released just now.
    if (holders[0] === undefined) continue;
    const pid = Number(holders[0].name.split(' ')[1]);
    if (isAlive(pid) || performance.now() - since > LOCK_RELEASE_MS) return pid;
  }
}

/** What a folder that cannot be used answers, whether it cannot be made, read or written. */
const UNUSABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'EINVAL',
]);

/** Every failure of a start as one sentence with a code. */
function explained(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const cause = { cause: error };
  const reason = error instanceof Error ? error.message : String(error);
  const code = isSystemError(error) ? error.code : undefined;
  // 53100 is PostgreSQL's disk_full.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return diskFull(dataDir, cause);
  const damage = damageIn(error);
  if (damage !== undefined) return damaged(dataDir, `is damaged (PostgreSQL says: ${damage})`, cause);
  if (code !== undefined && UNUSABLE.has(code)) {
    return new EmbeddedPostgresError(
      'failed',
      `The database folder ${dataDir} cannot be used by this account (${reason}): choose another folder or set DATABASE_URL.`,
      cause,
    );
  }
  return new EmbeddedPostgresError('failed', `PostgreSQL did not start on ${dataDir}: ${reason}`, cause);
}
