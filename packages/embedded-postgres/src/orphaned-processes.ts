import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

import { isSystemError } from './system-user.ts';

/** A statement that ends within this time still tells its client so. */
const PATIENCE_MS = 500;
/** SIGQUIT ends a PostgreSQL process at once, unless it is stopped or hangs. */
const QUIT_MS = 1_000;

/**
 * Ends the processes that a dead postmaster left behind, which no new one starts beside: one that is busy
 * notices only at the end of its statement that its postmaster died. Nothing is lost, since what they
 * confirmed is in the write-ahead log. `waitedMs` is how long they have been in the way. On Linux they are told
 * by the shared memory they use and the data folder they work in, since another container may count its shared memory
 * by the same numbers; elsewhere the caller waits for their end.
 */
export async function endOrphans(dataDir: string, sharedMemoryId: number, waitedMs: number): Promise<void> {
  if (process.platform !== 'linux' || waitedMs < PATIENCE_MS) return;
  const signal = waitedMs < PATIENCE_MS + QUIT_MS ? 'SIGQUIT' : 'SIGKILL';
  for (const pid of await postgresProcessesUsing(sharedMemoryId)) {
    if ((await workingFolderOf(pid)) !== dataDir) continue;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(isSystemError(error) && ['ESRCH', 'EPERM'].includes(error.code))) throw error;
    }
  }
}

async function postgresProcessesUsing(sharedMemoryId: number): Promise<number[]> {
  // A line of maps is: address, permissions, offset, device, inode, path. Of System V memory the inode is the id.
  const segment = new RegExp(String.raw`^\S+ \S+ \S+ \S+ ${sharedMemoryId} +/SYSV`, 'm');
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readOwn(join('/proc', name, 'comm'));
    if (command === 'postgres\n' && segment.test(await readOwn(join('/proc', name, 'maps'))))
      found.push(Number(name));
  }
  return found;
}

async function workingFolderOf(pid: number): Promise<string | undefined> {
  try {
    return await readlink(`/proc/${pid}/cwd`);
  } catch (error) {
    if (isSystemError(error) && ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code)) return undefined;
    throw error;
  }
}

/** A file of a process; empty when the process is gone or belongs to another account. */
async function readOwn(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isSystemError(error) && ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code)) return '';
    throw error;
  }
}
