import type { Settings } from '@refectory/contract/settings';

import type { SettingsProblem } from './config-file.ts';

/** Where the server puts the settings into the page, to spare a round trip. */
const INLINED_ID = 'refectory-settings';

/**
 * The settings of this page: those that the server put into it, else those of `config.json`. The server read its own
 * by the schema and wrote every entry out, so they are taken as they are, without the schema. The schema has no entry
 * whose value differs from its JSON; `web.test.ts` of the server holds it to that.
 */
export async function loadSettings(
  basePath: string,
): Promise<{ readonly settings: Settings } | { readonly problem: SettingsProblem }> {
  const inlined = document.getElementById(INLINED_ID)?.textContent;
  if (inlined) return { settings: JSON.parse(inlined) as Settings };
  const { readConfigFile } = await import('./config-file.ts');
  return readConfigFile(basePath);
}
