import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { StartRefusal } from '@refectory/contract/environment';
import { Settings } from '@refectory/contract/settings';
import * as z from 'zod/mini';

import { mistakesInConfig } from './config/check-config.ts';
import type { WhyNotSent } from './config/file-notes.ts';
import { whyNotSent } from './own-files.ts';
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
  // Refused at the start, so that the mistake does not show at noon.
  const [mistake] = await mistakesInConfig(text);
  if (mistake)
    throw new StartRefusal(
      `The settings are wrong at ${file}:${mistake.line}:${mistake.column}: ${mistake.text}.`,
    );
  return z.parse(Settings, JSON.parse(text));
}

/** The folder of the canteen's own files: `files` beside its settings. */
export function filesBeside(settingsFile: string): string {
  return join(dirname(resolve(settingsFile)), 'files');
}

/** Why the server does not send a file of the canteen's own, by its name below `/files/`. */
export function whyNotSentBeside(settingsFile: string): WhyNotSent {
  const folder = filesBeside(settingsFile);
  return (name) => whyNotSent(folder, name);
}
