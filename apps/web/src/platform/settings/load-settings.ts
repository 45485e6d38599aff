import { Settings } from '@refectory/contract/settings';
import * as z from 'zod/mini';

/** Where whoever serves the page may have put the settings, to spare a round trip. */
const INLINED_ID = 'refectory-settings';

/** The configuration of this page: inlined in it, else `config.json` beside it, else the default. */
export async function loadSettings(): Promise<Settings> {
  const inlined = document.getElementById(INLINED_ID)?.textContent;
  if (inlined) return z.parse(Settings, JSON.parse(inlined));
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' }).catch(
    () => undefined,
  );
  const isJson = response?.headers.get('content-type')?.includes('json') ?? false;
  return z.parse(Settings, response?.ok && isJson ? await response.json() : {});
}
