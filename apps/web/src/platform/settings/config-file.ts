import type { TextPosition } from '@refectory/contract/json-position';
import { readSettings, type RequiredSetting, type Settings } from '@refectory/contract/settings';

import { warnOperator } from './warn-operator.ts';

/** A server that does not answer for so long is one that cannot be reached. */
const PATIENCE_MS = 10_000;

/** Why there is nothing to start with: required entries are missing, or the file is no JSON from a place on. */
export type SettingsProblem = { readonly missing: readonly RequiredSetting[] } | TextPosition;

/** The text of `config.json` beside the application; undefined where there is none to be had. */
async function fetchConfig(basePath: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${basePath}config.json`, {
      // Kept no longer than a page load.
      cache: 'no-cache',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // A server that answers every address with its page has no configuration.
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    if (!response.ok || !isJson) return undefined;
    // One that breaks off on its way is there and cannot be read.
    return await response.text().catch(() => '');
  } catch {
    return undefined;
  }
}

/**
 * The settings of `config.json` beside the application, else the default. A file that is there but is no JSON is a
 * problem, not the default.
 */
export async function readConfigFile(
  basePath: string,
): Promise<{ readonly settings: Settings } | { readonly problem: SettingsProblem }> {
  const text = (await fetchConfig(basePath)) ?? '{}';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const { positionOfMistake } = await import('@refectory/contract/json-position');
    try {
      return { problem: positionOfMistake(text) };
    } catch {
      // The stack is too small for thousands of brackets within brackets.
      return { problem: { line: 1, column: 1 } };
    }
  }
  const reading = readSettings(json);
  if ('missing' in reading) return { problem: reading };
  for (const entry of reading.ignored)
    warnOperator(`The entry "${entry}" of the configuration means nothing and is ignored.`);
  return reading;
}
