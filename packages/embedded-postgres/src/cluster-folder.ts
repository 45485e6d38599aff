import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { makeFolder } from './make-folder.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import {
  canEnter,
  ignoreMissing,
  isAlive,
  isSystemError,
  run,
  type SystemUser,
  userFor,
} from './system-user.ts';

/** The superuser every cluster of ours is made with. */
export const clusterUser = 'refectory';

/** Where a cluster really lives, and as whom. */
export type ClusterFolder = { dataDir: string; user: SystemUser };

/**
 * The real folder for a wanted one: the same, unless this is root and the other account PostgreSQL
 * must run under cannot get there (a checkout in root's own home); then one that it can reach.
 */
export async function locateCluster(wanted: string, log: (message: string) => void): Promise<ClusterFolder> {
  const folder = await reachableFolder(wanted, log);
  const found = await stat(folder.dataDir).catch(ignoreMissing);
  // An empty folder may be anybody's: the cluster takes its place.
  if (found && found.uid !== folder.user.uid && !(await isEmptyOfRoot(folder.dataDir, found.uid))) {
    throw await belongsToAnother(folder, found.uid);
  }
  return folder;
}

const isEmptyOfRoot = async (path: string, uid: number) => uid === 0 && (await readdir(path)).length === 0;

async function reachableFolder(wanted: string, log: (message: string) => void): Promise<ClusterFolder> {
  const dataDir = await realPathOf(resolve(wanted));
  const user = await userFor(dataDir);
  if (!user.isOther) return { dataDir, user };

  await makeFolder(dirname(dataDir));
  if (await canEnter(user, dirname(dataDir))) return { dataDir, user };
  if (await stat(join(dataDir, 'PG_VERSION')).catch(ignoreMissing)) {
    throw new EmbeddedPostgresError(
      'failed',
      `The database in ${dataDir} cannot be opened: PostgreSQL does not run as root, and the account it runs under (uid ${user.uid}) cannot enter that folder.`,
    );
  }
  const refuge = join(await persistentFolder(), `refectory-${hashOf(dataDir)}`);
  await makeFolder(refuge);
  const found = await lstat(refuge);
  if (!found.isDirectory() || found.uid !== 0) {
    throw new EmbeddedPostgresError(
      'failed',
      `${refuge} is needed for the database but belongs to someone else.`,
    );
  }
  await chmod(refuge, 0o755);
  log(
    `PostgreSQL does not run as root, and the account it runs under (uid ${user.uid}) cannot enter ${dirname(dataDir)}: the database is kept in ${join(refuge, 'data')}.`,
  );
  return { dataDir: join(refuge, 'data'), user };
}

/** A short name for a path of any length. */
export const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 12);

/** The path without symbolic links, also of a file that is not there yet. */
export async function realPathOf(path: string): Promise<string> {
  const real = await realpath(path).catch(ignoreMissing);
  return real ?? join(await realPathOf(dirname(path)), basename(path));
}

const persistentFolder = async () =>
  (await stat('/var/lib').catch(ignoreMissing)) === undefined ? '/var/tmp' : '/var/lib';

/** What every cluster has; without one of these PostgreSQL would not start, or worse, start over. */
const expectedFolders = ['base', 'global', 'pg_wal', 'pg_xact', 'pg_multixact', 'pg_tblspc'];
const expectedFiles = ['postgresql.conf', 'pg_hba.conf', 'global/pg_control'];
/** The control file has this size on every platform (PG_CONTROL_FILE_SIZE). */
const controlFileBytes = 8192;

/** The major version of the cluster in this folder, `undefined` when there is none yet; refuses all else. */
export async function clusterVersion({
  dataDir,
}: Pick<ClusterFolder, 'dataDir'>): Promise<number | undefined> {
  const found = await stat(dataDir).catch(ignoreMissing);
  if (found === undefined) return undefined;
  if (!found.isDirectory()) throw damaged(dataDir, 'is a file, not a folder');
  const entries = await readdir(dataDir);
  if (entries.length === 0) return undefined;

  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch(ignoreMissing);
  if (version === undefined) {
    throw isCluster(entries) ? damaged(dataDir, 'lacks PG_VERSION') : notOurs(dataDir, entries);
  }
  if (!/^\d+\s*$/.test(version)) throw damaged(dataDir, 'has an unreadable PG_VERSION');
  for (const name of expectedFolders) {
    if (!(await stat(join(dataDir, name)).catch(ignoreMissing))?.isDirectory())
      throw damaged(dataDir, `lacks ${name}`);
  }
  for (const name of expectedFiles) {
    if (!(await stat(join(dataDir, name)).catch(ignoreMissing))?.isFile())
      throw damaged(dataDir, `lacks ${name}`);
  }
  const control = await stat(join(dataDir, 'global/pg_control'));
  if (control.size !== controlFileBytes) throw damaged(dataDir, 'has a truncated control file');
  return Number(version);
}

/** Whether a folder with these entries is a cluster, maybe a damaged one: nothing else has files of these names. */
export const isCluster = (entries: readonly string[]): boolean =>
  entries.includes('PG_VERSION') || entries.includes('pg_wal');

/**
 * Makes a new cluster. It is built beside its place and put there in one step, so that an interrupted
 * start leaves nothing that looks like a damaged database.
 */
export async function makeCluster(
  { dataDir, user }: ClusterFolder,
  { folder, major }: PostgresBinaries,
): Promise<void> {
  await makeFolder(dirname(dataDir));
  await removeAbandoned(`${dataDir}.init-`);
  const half = await mkdtemp(`${dataDir}.init-${process.pid}-`);
  try {
    if (user.isOther) await chown(half, user.uid, user.gid);
    const { code, output } = await run(user, join(folder, 'initdb'), [
      `--pgdata=${half}`,
      `--username=${clusterUser}`,
      // Whoever gets into the 0700 socket folder is this user.
      '--auth=trust',
      '--encoding=UTF8',
      // Sorting for people is the app's; only upper and lower case of all letters are wanted from the server.
      ...(major >= 17
        ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
        : ['--locale=C', ...(process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : [])]),
      '--data-checksums',
      '--no-instructions',
    ]);
    if (code !== 0) {
      throw /No space left on device|Disk quota exceeded/.test(output)
        ? diskFull(dataDir)
        : new EmbeddedPostgresError('failed', `No database could be made in ${dataDir}: ${lastWord(output)}`);
    }
    await rename(half, dataDir);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Another start was faster.
    if (!(isSystemError(error) && ['ENOTEMPTY', 'EEXIST'].includes(error.code))) throw error;
  }
}

const lastWord = (output: string) =>
  output
    .split('\n')
    .findLast((line) => /error|fatal|panic/i.test(line))
    ?.replace(/^.*?(?:error|FATAL|PANIC): +/, '') ?? 'initdb ended without a word';

/** Removes what killed processes were building: folders of this name with the number of a process behind it. */
export async function removeAbandoned(path: string): Promise<void> {
  const prefix = basename(path);
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    // Its initdb may outlive it for a moment and go on writing.
    await rm(join(dirname(path), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** The refusal of a folder that cannot be opened as it is; nothing is ever repaired or removed by guess. */
export const damaged = (dataDir: string, what: string, options?: ErrorOptions): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'damaged',
    `The database folder ${dataDir} ${what}: restore it from a backup, or start over with "npm start -- --reset"; nothing was changed.`,
    options,
  );

/** The refusal of a folder that holds files of something else. */
export const notOurs = (dataDir: string, entries: readonly string[]): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'not-ours',
    `${dataDir} holds files of something else (${entries.slice(0, 3).join(', ')}) and no database: name another folder in REFECTORY_DATA; nothing was changed.`,
  );

async function belongsToAnother(
  { dataDir, user }: ClusterFolder,
  uid: number,
): Promise<EmbeddedPostgresError> {
  const whose = `belongs to another account (uid ${uid}), and PostgreSQL runs as uid ${user.uid}`;
  return (await isReadableCluster(dataDir))
    ? new EmbeddedPostgresError(
        'failed',
        `The database folder ${dataDir} ${whose}: start as its owner, or give it away with "chown -R ${user.uid}:${user.gid} ${dataDir}".`,
      )
    : new EmbeddedPostgresError(
        'not-ours',
        `The folder ${dataDir} ${whose}: start as its owner if it is a database, or name another folder in REFECTORY_DATA; nothing was changed.`,
      );
}

async function isReadableCluster(dataDir: string): Promise<boolean> {
  try {
    return isCluster(await readdir(dataDir));
  } catch (error) {
    if (isSystemError(error) && ['EACCES', 'EPERM', 'ENOTDIR'].includes(error.code)) return false;
    throw error;
  }
}

/** The refusal for want of room, the same for a new cluster and an old one. */
export const diskFull = (dataDir: string, options?: ErrorOptions): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'disk-full',
    `The disk that holds ${dataDir} is full: free some space and start again; nothing was lost.`,
    options,
  );
