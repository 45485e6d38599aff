import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

import {
  type ClusterFolder,
  clusterVersion,
  diskFull,
  isClusterEntry,
  locateCluster,
  makeCluster,
} from './cluster-folder.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
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
/** How long the server may take to notice that the lock's holder was killed. */
const LOCK_RELEASE_MS = 5_000;

/**
 * Starts PostgreSQL on this folder, on a unix socket only, making the cluster when there is none.
 * A server left behind by a killed process is taken over; one that another process uses is `in-use`.
 * A server that dies is started again.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => {},
  source,
  isDisposable = false,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const folder = await locateCluster(dataDir, log);
    let owned = await acquire(folder, { source, isDisposable, log });
    const { host } = owned;
    let isStopping = false;
    let recovery: Promise<void> | undefined;

    const endWithProcess = () => signalPostmaster(owned.postmaster, 'SIGINT');
    process.on('exit', endWithProcess);

    const watch = () =>
      owned.lock.once('end', () => {
        if (!isStopping) recovery = recover();
      });
    const recover = async () => {
      log('The connection to PostgreSQL broke: looking after it.');
      try {
        owned = await acquire(folder, { source, isDisposable, log });
        watch();
      } catch (error) {
        log(explained(error, folder.dataDir).message);
      }
    };
    watch();

    const stop = async () => {
      isStopping = true;
      await recovery;
      await stopPostmaster(owned.postmaster);
      await owned.lock.end();
      await removeIfEmpty(owned.host);
      process.off('exit', endWithProcess);
    };
    let stopped: Promise<void> | undefined;
    return {
      connection: connectionTo(host, DATABASE),
      dataDir: folder.dataDir,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    throw explained(error, dataDir);
  }
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
    if (entries.length > 0 && !entries.some(isClusterEntry)) {
      throw new EmbeddedPostgresError(
        'damaged',
        `${folder.dataDir} holds files of something else (${entries.slice(0, 3).join(', ')}) and no database: it was left alone.`,
      );
    }
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
};

async function acquire(folder: ClusterFolder, { source, isDisposable, log }: StartOptions): Promise<Owned> {
  // Each round ends the reason for the next: a dying server is gone, a faster one is there to be found.
  for (let round = 0; round < 50; round++) {
    const running = await findPostmaster(folder);
    if (running !== undefined) {
      const owned = await takeOver(folder, running);
      if (owned === undefined) continue;
      log(`PostgreSQL (process ${running.pid}) already runs on ${folder.dataDir}: taken over.`);
      return owned;
    }

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
    const answer = await connectWhenReady(folder, launched, START_SILENCE_MS);
    if (answer === 'silent') {
      await stopPostmaster(launched);
      throw new EmbeddedPostgresError(
        'failed',
        `PostgreSQL was started on ${folder.dataDir} but does not answer.`,
      );
    }
    if (answer !== 'ended') {
      return own(folder, launched, answer).catch(async (error: unknown) => {
        // Whoever was faster at the lock has our server now.
        if (!(error instanceof EmbeddedPostgresError)) await stopPostmaster(launched);
        throw error;
      });
    }
    const failure = await launched.failure();
    if (failure !== undefined) throw failure;
    await delay(100);
  }
  throw new EmbeddedPostgresError(
    'failed',
    `PostgreSQL did not start on ${folder.dataDir}, although nothing else uses it.`,
  );
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

async function own(folder: ClusterFolder, postmaster: Postmaster, lock: Client): Promise<Owned> {
  try {
    const owner = await takeLock(lock);
    if (owner !== undefined) {
      throw new EmbeddedPostgresError(
        'in-use',
        `The database in ${folder.dataDir} is already in use by process ${owner}: stop that one first.`,
      );
    }
    const { rowCount } = await lock.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await lock.query(`create database ${DATABASE}`);
    return { postmaster, host: lock.host, lock };
  } catch (error) {
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

/** Every failure of a start as one sentence with a code. */
function explained(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const cause = { cause: error };
  const reason = error instanceof Error ? error.message : String(error);
  const code = isSystemError(error) ? error.code : undefined;
  // 53100 is PostgreSQL's disk_full.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return diskFull(dataDir, cause);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedPostgresError(
      'failed',
      `The database folder ${dataDir} cannot be used by this account (${reason}): choose another folder or set DATABASE_URL.`,
      cause,
    );
  }
  return new EmbeddedPostgresError('failed', `PostgreSQL did not start on ${dataDir}: ${reason}`, cause);
}
