import { readFile } from 'node:fs/promises';

import { Settings } from '@refectory/contract/settings';
import * as z from 'zod/mini';

import { StartRefusal } from './start-settings.ts';

/** The settings of a JSON file, what it leaves out as the contract has it; without a file all of them so. */
export async function readSettings(file: string | undefined): Promise<Settings> {
  if (file === undefined) return z.parse(Settings, {});
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefusal(`The settings in ${file} cannot be read: ${reason}.`, { cause: error });
  }
  const parsed = z.safeParse(Settings, json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.map(String).join('.');
  throw new StartRefusal(`The settings in ${file} are wrong at "${where}".`, { cause: parsed.error });
}
