import { chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

import { locateCluster } from './cluster-folder.ts';
import type { SocketConnection } from './socket-connection.ts';
import { ignoreMissing } from './system-user.ts';

/** What a server makes anew at its start, or what would mislead the copy's. */
const left = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'pgsql_tmp']);
const leftEmpty = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/**
 * Copies the cluster of a running embedded server to a new folder, from which a server can be
 * started. Nobody has to stop for it: the copy holds everything that was committed before it ended.
 */
export async function copyCluster(
  dataDir: string,
  connection: SocketConnection,
  target: string,
): Promise<void> {
  const { dataDir: source, user } = await locateCluster(dataDir, () => {});
  const client = new Client(connection);
  await client.connect();
  try {
    // Holds the log back that the copy needs to become whole, until this connection ends.
    await client.query(`select pg_create_physical_replication_slot('refectory_backup', true, true)`);
    await client.query(`select pg_backup_start('refectory', true)`);
    await copyFolder(source, target, '');
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'select labelfile, spcmapfile from pg_backup_stop(false)',
    );
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
    // The log that was written during the copy, complete only now.
    await copyFolder(join(source, 'pg_wal'), join(target, 'pg_wal'), 'pg_wal');
  } finally {
    await client.end();
  }
  if (user.isOther) await giveTo(target, user);
}

async function copyFolder(source: string, target: string, name: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if (leftEmpty.has(name)) return;
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (left.has(entry.name)) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) await copyFolder(from, to, entry.name);
    // What vanishes meanwhile was dropped, which the log tells the copy.
    else if (entry.isFile()) await copyFile(from, to).catch(ignoreMissing);
  }
}

async function giveTo(path: string, user: { uid: number; gid: number }): Promise<void> {
  await chown(path, user.uid, user.gid);
  if (!(await stat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), user);
}
