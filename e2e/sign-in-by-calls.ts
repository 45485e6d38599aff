import type { Page } from '@playwright/test';
import { createClient } from '@refectory/contract/client';
import { customer } from '@refectory/contract/customer';
import { session, sessionTokenOf } from '@refectory/contract/session';

import type { Snapshot } from '../apps/web/src/platform/storage/snapshot.ts';

/**
 * Signs a customer of the demo in by calls, and stores the session in the browser as the canteen application stores it.
 * It is for journeys that are not about signing in: they save a page and a form. Call it before the first page.
 */
export async function signInByCalls(page: Page, userName: string): Promise<void> {
  const { origin, hostname } = new URL((await page.request.head('/config.json')).url());
  let token: string | undefined;
  const client = createClient(
    { ...session, ...customer },
    { baseUrl: `${origin}/api`, fetch, language: () => 'en', token: () => token },
  );
  const guest = await client.authenticate();
  token = sessionTokenOf(guest);
  const credentials = Buffer.from(`${userName}:refectory`).toString('base64');
  token = sessionTokenOf(await client.login({ authorization: `Basic ${credentials}` })) ?? token;
  const { customerId, id, capabilities } = await client.getCustomer();
  const state: Pick<Snapshot, 'session'> = {
    session: {
      auth: true,
      authentication: { ...(token !== undefined && { sessionToken: token }) },
      keepLogged: false,
      customerId: String(customerId ?? id),
      capabilities: { ...guest.capabilities, ...capabilities },
      customersPairing: guest.capabilities?.customersPairing ?? guest.customersPairing,
    },
  };
  await page.context().setStorageState({
    // The cookie says that the browser was not closed since the sign-in.
    cookies: [
      {
        name: 'refectory-alive',
        value: '1',
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Strict',
      },
    ],
    origins: [
      { origin, localStorage: [{ name: 'refectory.canteen', value: JSON.stringify({ state, version: 1 }) }] },
    ],
  });
}
