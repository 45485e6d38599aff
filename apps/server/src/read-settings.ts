import { readFile } from 'node:fs/promises';

import { Settings } from '@refectory/contract/settings';
import * as z from 'zod/mini';

import { checkConfig } from './check-config.ts';
import { StartRefusal } from './start-settings.ts';
import { whyNotRead } from './why-not-read.ts';

/** The settings of a JSON file, what it leaves out as the contract has it; without a file all of them so. */
export async function readSettings(file: string | undefined): Promise<Settings> {
  if (file === undefined) return z.parse(Settings, {});
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new StartRefusal(`The settings in ${file} cannot be read: ${whyNotRead(error)}.`, { cause: error });
  }
  // A server that is started by hand can be told, so that nobody finds out at noon.
  const [mistake] = checkConfig(text).mistakes;
  if (mistake)
    throw new StartRefusal(
      `The settings are wrong at ${file}:${mistake.line}:${mistake.column}: ${mistake.text}.`,
    );
  return z.parse(Settings, JSON.parse(text));
}
