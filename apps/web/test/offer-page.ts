import { page } from 'vitest/browser';

import type { TestServer } from './test-server.ts';

// What most tests of the offer look at.

/** The card of a dish. */
export const card = (name: string) => page.getByRole('article', { name, exact: true });

/** A notification. */
export const said = (text: string | RegExp) =>
  page.getByLabelText('Notifications').getByText(text, { exact: true });

/** The call that orders a dish at once. */
export const DIRECT = /POST .*canteenorder\/direct/;

/** The bodies of the orders sent so far. */
export const sentOrders = async (server: TestServer) =>
  (await server.requests(DIRECT)).map(({ body }) => JSON.parse(body) as unknown);
