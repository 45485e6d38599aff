import {
  chown,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';

import { clusterVersion, locateCluster, removeAbandoned, realPathOf } from './cluster-folder.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { makeFolder } from './make-folder.ts';
import type { SocketConnection } from './socket-connection.ts';
import { ignoreMissing, isSystemError } from './system-user.ts';

/** What a server makes anew at its start, or what would mislead the copy's. */
const left = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'pgsql_tmp', 'server.log']);
const leftEmpty = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** The advisory lock of a copy: the second number stands for its target. */
const COPY_LOCK = 7302;

/**
 * Copies the cluster of a running embedded server to a new folder, from which a server can be
 * started. Nobody has to stop for it: the copy holds everything that was committed before it ended.
 * It gets the name of the target when it is complete; a copy that fails leaves nothing.
 */
export async function copyCluster(
  dataDir: string,
  connection: SocketConnection,
  wantedTarget: string,
): Promise<void> {
  const target = resolve(wantedTarget);
  await checkCopyTarget(dataDir, target);
  const client = new Client(connection);
  // A connection that breaks while files are copied is told by the next query.
  client.on('error', () => {});
  await client.connect();
  try {
    await lockTarget(client, target);
    await makeFolder(dirname(target));
    await removeAbandoned(`${target}.unfinished-`);
    const unfinished = await mkdtemp(`${target}.unfinished-${process.pid}-`);
    try {
      await copyInto(unfinished, { dataDir, client });
      await rename(unfinished, target);
      await syncFolder(dirname(target));
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw explained(error, target);
  } finally {
    await client.end();
  }
}

/** Refuses a target that is there already, or that lies in the cluster it would be a copy of. */
export async function checkCopyTarget(dataDir: string, wantedTarget: string): Promise<void> {
  const target = resolve(wantedTarget);
  try {
    if (await lstat(target).catch(ignoreMissing)) throw alreadyThere(target);
    const { dataDir: source } = await locateCluster(dataDir, () => {});
    const cluster = await stat(source).catch(ignoreMissing);
    // By number, since one folder may have several names: links, mounts, capital letters on a Mac.
    for (let path = await realPathOf(target); path !== dirname(path); path = dirname(path)) {
      const folder = await stat(path).catch(ignoreMissing);
      if (folder !== undefined && folder.dev === cluster?.dev && folder.ino === cluster.ino)
        throw new EmbeddedPostgresError(
          'copy-refused',
          `${target} lies in the database folder ${source}: choose a folder outside of it.`,
        );
    }
  } catch (error) {
    throw explained(error, target);
  }
}

/** Two copies to one name at once would be one for nothing; the lock ends with the connection. */
async function lockTarget(client: Client, target: string): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [COPY_LOCK, await realPathOf(target)],
  );
  if (rows[0]?.locked !== true)
    throw new EmbeddedPostgresError(
      'copy-refused',
      `${target} is being written by another backup: wait until it is done.`,
    );
}

type Source = { readonly dataDir: string; readonly client: Client };

async function copyInto(folder: string, { dataDir, client }: Source): Promise<void> {
  const { dataDir: source, user } = await locateCluster(dataDir, () => {});
  const filesBefore = await relationFiles(client);
  // Holds the log back that the copy needs to become whole, until this connection ends.
  await client.query(
    `select pg_create_physical_replication_slot('refectory_backup_' || pg_backend_pid(), true, true)`,
  );
  const { rows: begun } = await client.query<{ lsn: string }>(
    `select pg_backup_start('refectory', true) as lsn`,
  );
  await copyFolder(source, folder, '');
  const { rows: ended } = await client.query<{ lsn: string; labelfile: string }>(
    'select lsn, labelfile from pg_backup_stop(false)',
  );
  const [start, end] = [begun[0], ended[0]];
  if (start === undefined || end === undefined) throw new Error('PostgreSQL did not say what the copy needs');
  await writeFile(join(folder, 'backup_label'), end.labelfile, { flush: true });
  // The log that was written during the copy, complete only now.
  await copyFolder(join(source, 'pg_wal'), join(folder, 'pg_wal'), 'pg_wal');

  const filesAfter = new Set(await relationFiles(client));
  await checkCopy(folder, {
    relationFiles: filesBefore.filter((path) => filesAfter.has(path)),
    log: await logFiles(client, start.lsn, end.lsn),
  });
  if (user.isOther) await giveTo(folder, user);
  await syncFolder(folder);
}

/** The files of all tables and indexes, by their path in the data folder. */
async function relationFiles(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ path: string }>(
    `select pg_relation_filepath(oid) as path from pg_class
      where relpersistence = 'p' and pg_relation_filepath(oid) is not null`,
  );
  return rows.map(({ path }) => path);
}

type LogFile = { readonly name: string; readonly bytes: number };

/** The files of the write-ahead log from one position to another. */
async function logFiles(client: Client, from: string, to: string): Promise<LogFile[]> {
  const { rows } = await client.query<LogFile>(
    `with segment as (
       select pg_size_bytes(current_setting('wal_segment_size')) as bytes
     )
     select pg_walfile_name('0/0'::pg_lsn + place * bytes + 1) as name, bytes::int4
       from segment,
            generate_series(div($1::pg_lsn - '0/0', bytes), div($2::pg_lsn - '0/0' - 1, bytes)) as place`,
    [from, to],
  );
  return rows;
}

/** Refuses a copy without which no server could be started, or not with all of its data. */
async function checkCopy(
  folder: string,
  { relationFiles: expected, log }: { relationFiles: readonly string[]; log: readonly LogFile[] },
): Promise<void> {
  const missing = (await clusterVersion({ dataDir: folder })) === undefined ? ['PG_VERSION'] : [];
  for (const path of expected) if (!(await stat(join(folder, path)).catch(ignoreMissing))) missing.push(path);
  for (const { name, bytes } of log) {
    const found = await stat(join(folder, 'pg_wal', name)).catch(ignoreMissing);
    if (found?.size !== bytes) missing.push(`pg_wal/${name}`);
  }
  if (missing.length > 0)
    throw new EmbeddedPostgresError(
      'failed',
      `The copy is not complete (${missing.slice(0, 3).join(', ')}) and was removed: make it again.`,
    );
}

async function copyFolder(source: string, target: string, name: string): Promise<void> {
  await mkdir(target, { mode: 0o700 }).catch((error: unknown) => {
    if (!(isSystemError(error) && error.code === 'EEXIST')) throw error;
  });
  if (leftEmpty.has(name)) return;
  const entries = (await readdir(source, { withFileTypes: true })).values();
  const copyRest = async () => {
    // The iterator is shared: each entry is taken once.
    for (const entry of entries) {
      if (left.has(entry.name)) continue;
      const [from, to] = [join(source, entry.name), join(target, entry.name)];
      if (entry.isDirectory()) await copyFolder(from, to, entry.name);
      // What vanishes meanwhile was dropped, which the log tells the copy.
      else if (entry.isFile()) await copyToDisk(from, to).catch(ignoreVanished(from));
    }
  };
  // All have ended before a failure is told: none writes into a folder that is being removed.
  const copies = await Promise.allSettled(Array.from({ length: COPIES_AT_ONCE }, copyRest));
  for (const copy of copies) if (copy.status === 'rejected') throw copy.reason;
  await syncFolder(target);
}

/** Each waits for the disk, which writes several files in one go. */
const COPIES_AT_ONCE = 8;

const ignoreVanished = (source: string) => async (error: unknown) => {
  if (await stat(source).catch(ignoreMissing)) throw error;
};

/** A file outlives a power failure once its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A copy has to outlive a power failure from the moment on it is called one. */
async function copyToDisk(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function giveTo(path: string, user: { uid: number; gid: number }): Promise<void> {
  await chown(path, user.uid, user.gid);
  if (!(await stat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), user);
}

const alreadyThere = (target: string) =>
  new EmbeddedPostgresError('copy-refused', `${target} is already there: choose a folder that is not.`);

/** Every failure of a copy as one sentence. */
function explained(error: unknown, target: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const cause = { cause: error };
  const reason = error instanceof Error ? error.message : String(error);
  const isOfFiles = isSystemError(error) && error.syscall !== undefined && error.syscall !== 'connect';
  if (!isOfFiles)
    return new EmbeddedPostgresError(
      'failed',
      `The database ended while it was copied, and nothing was written to ${target} (${reason}): run the backup again.`,
      cause,
    );
  if (error.syscall === 'rename' && ['ENOTEMPTY', 'EEXIST'].includes(error.code)) return alreadyThere(target);
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
    ? new EmbeddedPostgresError(
        'disk-full',
        `The disk that would hold ${target} is full: free some space or choose another folder; nothing was written.`,
        cause,
      )
    : new EmbeddedPostgresError(
        'failed',
        `The copy cannot be written to ${target} (${error.code}): choose another folder.`,
        cause,
      );
}
