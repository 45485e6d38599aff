import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The account PostgreSQL runs under; `isOther` when this process is root and must hand over. */
export type SystemUser = { uid: number; gid: number; isOther: boolean };

/** What a finished program said, both streams together, and how it ended (`null` = by a signal). */
export type Finished = { code: number | null; output: string };

/**
 * Spawn options that run a program as `user`, with an environment of its own: PGDATA, PGPORT or a
 * language of the caller would change what initdb and postgres do and say.
 */
export const spawnOptionsFor = (user: SystemUser) => ({
  // The caller's folder may be closed to the other user, and postgres refuses to start in one it cannot read.
  cwd: '/',
  env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
  ...(user.isOther ? { uid: user.uid, gid: user.gid } : {}),
});

/** Runs a program as `user` to its end; rejects only when it cannot be started at all. */
export const run = (user: SystemUser, program: string, args: string[]): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...spawnOptionsFor(user),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

/** Can this user enter the folder, whatever stands above it? */
export const canEnter = async (user: SystemUser, folder: string): Promise<boolean> =>
  (await run(user, '/bin/sh', ['-c', 'cd -- "$0"', folder])).code === 0;

/** The account for a cluster in `folder`: our own, or, as root, the first owner above it that is not root, else nobody. */
export async function userFor(folder: string): Promise<SystemUser> {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, isOther: false };
  if (self.uid !== 0) return self;

  for (let path = folder; ; path = dirname(path)) {
    const owner = await stat(path).catch(ignoreMissing);
    if (owner !== undefined && owner.uid !== 0) {
      const user = await lookUp(String(owner.uid));
      // initdb refuses an owner that has no account, as bind mounts in containers often have.
      if (user !== undefined) return user;
    }
    if (path === dirname(path)) break;
  }
  return (await lookUp('nobody')) ?? { uid: 65_534, gid: 65_534, isOther: true };
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  const asSelf = { uid: 0, gid: 0, isOther: false };
  const [named, uid, gid] = await Promise.all([
    run(asSelf, 'id', ['-un', name]),
    run(asSelf, 'id', ['-u', name]),
    run(asSelf, 'id', ['-g', name]),
  ]);
  return named.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output), isOther: true } : undefined;
}

/** For `catch`: a path that is not there is `undefined`, every other failure stays one. */
export function ignoreMissing(error: unknown): undefined {
  if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
  throw error;
}

/** Is this an error of the operating system, with its code (ENOENT, EACCES, ...)? */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Does a process of this number run, whoever owns it? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ESRCH') return false;
    if (isSystemError(error) && error.code === 'EPERM') return true;
    throw error;
  }
}

/**
 * A process that has ended keeps its number until its parent asks how: who took over an orphan would
 * wait for that as long as the first process of the machine, or of a container, does not care.
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // The state follows the name, which may hold anything, brackets too.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    // Gone meanwhile, or hidden from us.
    if (isSystemError(error)) return error.code === 'ENOENT' || error.code === 'ESRCH';
    throw error;
  }
}
