import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { ignoreMissing, isSystemError } from './system-user.ts';

/**
 * Makes a folder and those above it. The recursive `mkdir` of Node never ends where the system answers
 * ENOENT although the folder above is there, as it does in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process was faster.
    if (!(isSystemError(error) && error.code === 'EEXIST' && (await isFolder(path)))) throw error;
  }
}

const isFolder = async (path: string) => (await stat(path).catch(ignoreMissing))?.isDirectory() === true;
