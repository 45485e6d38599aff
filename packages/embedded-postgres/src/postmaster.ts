import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, chown, lstat, mkdir, open, readFile, readlink, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';

import { type ClusterFolder, clusterUser, damaged, diskFull, hashOf } from './cluster-folder.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { SocketConnection } from './socket-connection.ts';
import { canEnter, ignoreMissing, isAlive, isSystemError, run, spawnOptionsFor } from './system-user.ts';

/** A PostgreSQL server process on a cluster; `host` is its socket folder, unknown while it only begins. */
export type Postmaster = { pid: number; host: string | undefined; hasEnded(): boolean };

/** Only a part of the socket's file name: no TCP port is ever opened. */
const PORT = 5432;
/** The longest socket path every platform takes (sun_path is 104 bytes with its end on macOS, 108 on Linux). */
const maximumSocketPathBytes = 103;
const pollMs = 20;

/** How to reach a database of the server behind this socket folder. */
export const connectionTo = (host: string, database: string): SocketConnection => ({
  host,
  port: PORT,
  user: clusterUser,
  database,
});

/** The server that runs on this folder now, told by its pid file; a file that lies is removed. */
export async function findPostmaster(folder: ClusterFolder): Promise<Postmaster | undefined> {
  const path = join(folder.dataDir, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined) return undefined;

  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (Number.isSafeInteger(pid) && pid > 1) {
    // PostgreSQL replaces the file of a process that is gone by itself.
    if (!isAlive(pid)) return undefined;
    if (await runsOn(folder, pid)) return { pid, host: lines[4], hasEnded: () => !isAlive(pid) };
  }
  // The number was given to another program, or the disk was full: PostgreSQL would refuse to start.
  await delay(200);
  if ((await readFile(path, 'utf8').catch(ignoreMissing)) === text) await rm(path, { force: true });
  return undefined;
}

/** A postmaster works inside its data folder; where there is no /proc, its command line names it. */
async function runsOn({ dataDir, user }: ClusterFolder, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      return (await readlink(`/proc/${pid}/cwd`)) === dataDir;
    } catch (error) {
      // Gone meanwhile, or of an account that could not have opened our folder.
      if (isSystemError(error) && ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code)) return false;
      throw error;
    }
  }
  const listed = await run(user, 'ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  return listed.output.includes('postgres') && listed.output.includes(dataDir);
}

/**
 * Why a server ended by itself: an error that trying again does not mend, or what kept this one start away:
 * another server that was faster, or processes of a dead one that still use this shared memory.
 */
export type StartFailure = EmbeddedPostgresError | { heldBy: 'another-server' | { sharedMemoryId: number } };

/** Starts a server on this folder; it answers later. `failure` says why it ended by itself. */
export async function launchPostmaster(
  folder: ClusterFolder,
  programs: string,
  isDisposable: boolean,
): Promise<Postmaster & { failure(): Promise<StartFailure> }> {
  const host = await socketFolder(folder);
  await removeMisleadingLock(folder, host);
  const logPath = join(folder.dataDir, 'server.log');
  // A new file for every start: processes of a dead server go on writing to the old one.
  await rm(logPath, { force: true });
  // Never through a link: this may be root writing into another's folder.
  const log = await open(
    logPath,
    constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    if (folder.user.isOther) await log.chown(folder.user.uid, folder.user.gid);
    const durability = isDisposable ? 'off' : 'on';
    const settings = {
      listen_addresses: '',
      unix_socket_directories: host,
      unix_socket_permissions: '0700',
      port: PORT,
      max_connections: 100,
      fsync: durability,
      full_page_writes: durability,
      synchronous_commit: durability,
      lc_messages: 'C',
      timezone: 'UTC',
      log_timezone: 'UTC',
    };
    const child = spawn(
      join(programs, 'postgres'),
      [
        '-D',
        folder.dataDir,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...spawnOptionsFor(folder.user),
        // In a group of its own: Ctrl-C must reach the program first, which then stops the server in order.
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return {
      // A child that was spawned has its number.
      pid: child.pid ?? 0,
      host,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      failure: async () =>
        // On a full disk PostgreSQL cannot even write why it ended.
        (await hasRoom(folder.dataDir))
          ? failureIn((await readFile(logPath, 'utf8').catch(ignoreMissing)) ?? '', folder.dataDir)
          : diskFull(folder.dataDir),
    };
  } finally {
    await log.close();
  }
}

/** A private folder with a short path, the same at every start: everybody in it could be this user. */
async function socketFolder({ dataDir, user }: ClusterFolder): Promise<string> {
  const name = `refectory-${user.uid}-${hashOf(dataDir)}`;
  const fits = Buffer.byteLength(join(tmpdir(), name, `.s.PGSQL.${PORT}`)) <= maximumSocketPathBytes;
  const parent = fits && (await canEnter(user, tmpdir())) ? tmpdir() : '/tmp';
  const path = join(parent, name);

  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!(isSystemError(error) && error.code === 'EEXIST')) throw error;
  });
  const found = await lstat(path);
  const ours = found.uid === user.uid || (user.isOther && found.uid === 0);
  if (!found.isDirectory() || !ours) {
    throw new EmbeddedPostgresError(
      'failed',
      `${path} is needed for the database's socket but belongs to another account (uid ${found.uid}): remove it and start again.`,
    );
  }
  await chmod(path, 0o700);
  if (user.isOther) await chown(path, user.uid, user.gid);
  return path;
}

/**
 * Removes the lock of a socket that names a process which is no server of this folder. PostgreSQL replaces the lock
 * of a process that is gone, but where the number belongs to another program by now it would refuse to start.
 */
async function removeMisleadingLock(folder: ClusterFolder, host: string): Promise<void> {
  const path = join(host, `.s.PGSQL.${PORT}.lock`);
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  const isServer = Number.isSafeInteger(pid) && pid > 1 && isAlive(pid) && (await runsOn(folder, pid));
  if (!isServer) await rm(path, { force: true });
}

/** A start writes a few pages; less than this is none to speak of. */
const LEAST_ROOM_BYTES = 64 * 1024;

async function hasRoom(path: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize >= LEAST_ROOM_BYTES;
}

function failureIn(log: string, dataDir: string): StartFailure {
  // What the server told those who asked too early is no reason.
  const reasons = log
    .split('\n')
    .filter((line) => /FATAL|PANIC/.test(line) && !line.includes('the database system is'));
  const reason = reasons.at(-1)?.replace(/^.*(?:FATAL|PANIC): +/, '') ?? 'it ended without a word';
  const sharedMemory = /pre-existing shared memory block \(key \d+, ID (\d+)\) is still in use/.exec(reason);
  if (sharedMemory) return { heldBy: { sharedMemoryId: Number(sharedMemory[1]) } };
  if (/No space left on device|Disk quota exceeded/.test(log)) return diskFull(dataDir);
  if (/lock file ".*" already exists|could not create lock file ".*": No such file/.test(reason))
    return { heldBy: 'another-server' };
  if (
    /control file|could not (open|read|find|locate|access)|corrupt|checksum|invalid (page|data)|is missing|incompatible/.test(
      reason,
    )
  ) {
    return damaged(dataDir, `is damaged (PostgreSQL says: ${reason})`);
  }
  return new EmbeddedPostgresError('failed', `PostgreSQL did not start on ${dataDir}: ${reason}.`);
}

/**
 * A connection to the server's own database, as soon as it answers: `ended` when it is gone,
 * `silent` when it has given no sign of life for `silenceMs` (a recovering server gives one).
 */
export async function connectWhenReady(
  folder: ClusterFolder,
  postmaster: Postmaster,
  silenceMs: number,
): Promise<Client | 'ended' | 'silent'> {
  let lastSign = performance.now();
  for (;;) {
    if (postmaster.hasEnded()) return 'ended';
    const host = postmaster.host ?? (await findPostmaster(folder))?.host;
    if (host) {
      const client = new Client({
        ...connectionTo(host, 'postgres'),
        connectionTimeoutMillis: silenceMs,
        application_name: `refectory ${process.pid}`,
      });
      // A lost connection is told by its `end`.
      client.on('error', () => {});
      try {
        await client.connect();
        return client;
      } catch (error) {
        await client.end();
        if (isRecovering(error)) lastSign = performance.now();
        else if (!isNotThereYet(error)) throw error;
      }
    }
    if (performance.now() - lastSign > silenceMs) return 'silent';
    await delay(pollMs);
  }
}

/** cannot_connect_now: starting, recovering after a crash, or shutting down. */
const isRecovering = (error: unknown) => error instanceof DatabaseError && error.code === '57P03';

const isNotThereYet = (error: unknown) =>
  isSystemError(error)
    ? ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(error.code)
    : // pg gives its own timeout and cut connections no code.
      error instanceof Error && /timeout|terminated/i.test(error.message);

/** Ends the server: everybody is disconnected, all is written; asks harder each time its patience is over. */
export async function stopPostmaster(postmaster: Postmaster, patienceMs = 30_000): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalPostmaster(postmaster, signal);
    for (const since = performance.now(); performance.now() - since < patienceMs;) {
      if (postmaster.hasEnded()) return;
      await delay(pollMs);
    }
  }
  throw new EmbeddedPostgresError('failed', `PostgreSQL (process ${postmaster.pid}) cannot be stopped.`);
}

/** Sends a signal to a server that may already be gone. */
export function signalPostmaster(postmaster: Postmaster, signal: NodeJS.Signals): void {
  if (postmaster.hasEnded()) return;
  try {
    process.kill(postmaster.pid, signal);
  } catch (error) {
    if (!(isSystemError(error) && error.code === 'ESRCH')) throw error;
  }
}
