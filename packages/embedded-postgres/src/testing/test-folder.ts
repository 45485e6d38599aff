import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { removeEmbeddedPostgres } from '../embedded-postgres.ts';
import { ignoreMissing, isAlive } from '../system-user.ts';

/** Linux's file system in memory. */
const IN_MEMORY = '/dev/shm';
/** A cluster of tests keeps up to 1 GB of its log; containers often have but 64 MB in all. */
const ROOM = 4 * 2 ** 30;
const NAME = 'refectory-test-';

/**
 * Makes a folder for the data of a run of tests, whose cluster goes into `data`. Unless they have to be
 * durable it is in memory where there is room: a database made and dropped for each test takes a disk
 * three times as long.
 */
export async function makeTestFolder({ isDurable = false }: { isDurable?: boolean } = {}): Promise<string> {
  const isInMemory = !isDurable && (await hasRoomInMemory());
  if (isInMemory) await removeAbandoned();
  const folder = await mkdtemp(join(isInMemory ? IN_MEMORY : tmpdir(), `${NAME}${process.pid}-`));
  // As root, PostgreSQL runs under another account, which must get in.
  await chmod(folder, 0o755);
  return folder;
}

async function hasRoomInMemory(): Promise<boolean> {
  const room = await statfs(IN_MEMORY).catch(ignoreMissing);
  return room !== undefined && room.bavail * room.bsize >= ROOM;
}

/** A run that was killed leaves its folder and its server, which would keep memory until the machine restarts. */
async function removeAbandoned(): Promise<void> {
  for (const entry of await readdir(IN_MEMORY)) {
    const folder = join(IN_MEMORY, entry);
    if (!entry.startsWith(NAME) || isAlive(Number.parseInt(entry.slice(NAME.length), 10))) continue;
    if ((await stat(folder).catch(ignoreMissing))?.uid !== process.getuid?.()) continue;
    try {
      await removeEmbeddedPostgres(join(folder, 'data'));
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      // Another run that begins is at it.
      if (!(error instanceof EmbeddedPostgresError && error.code === 'in-use')) throw error;
    }
  }
}
