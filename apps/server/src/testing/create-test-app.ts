import { api } from '@refectory/contract/api';
import { createClient, type Client } from '@refectory/contract/client';
import { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { factoryNow } from '@refectory/database/factories';
import type { Instant } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { createApp, type AppOptions } from '../app.ts';
import { sessionQueries } from '../session/session-queries.ts';
import { createSessions } from '../session/sessions.ts';
import { injectFetch } from './inject-fetch.ts';
import { standingClock, type TestClock } from './test-clock.ts';

/** Settings as a canteen that sells has them. */
export const testSettings: Settings = z.parse(Settings, {
  allowShopping: true,
  allowGuests: true,
  timeZone: 'Europe/Prague',
  quantityIsRemaining: true,
  currencyFormat: { cs: '{0} Kč', en: 'CZK {0}', pl: '{0} CZK', sk: '{0} Kč' },
});

/** An app for tests with its clock and typed clients. */
export type TestApp = {
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  /** A client without a session, or with the session of a token. */
  readonly client: (language?: Language, token?: string) => Client<typeof api>;
  /** The token of a new session, a guest's or a customer's. */
  readonly tokenFor: (customer?: { readonly id: number }) => Promise<string>;
  /** A client with a session of a customer, begun without their password. */
  readonly loginAs: (customer: { readonly id: number }, language?: Language) => Promise<Client<typeof api>>;
};

/** A real app on a test's database. The clock stands still until the test moves it. */
export async function createTestApp(options: {
  readonly database: Database;
  readonly now?: Instant;
  readonly settings?: Partial<Settings>;
  readonly app?: Partial<Omit<AppOptions, 'database' | 'settings' | 'clock'>>;
}): Promise<TestApp> {
  const { database } = options;
  const clock = standingClock(options.now ?? factoryNow);
  const app = await createApp({
    // Tests say in `X-Forwarded-For` where a call comes from.
    trustProxy: 'loopback',
    ...options.app,
    database,
    settings: { ...testSettings, ...options.settings },
    clock: clock.now,
  });
  const sessions = createSessions(sessionQueries(database));
  const client = (language: Language = 'en', token?: string) =>
    createClient(api, {
      baseUrl: '/api',
      fetch: injectFetch(app),
      language: () => language,
      token: () => token,
    });
  const tokenFor = async (customer?: { readonly id: number }) => {
    if (customer === undefined) return sessions.beginGuest(clock.now());
    const token = await sessions.begin(customer.id, clock.now());
    if (token === undefined) throw new Error('a blocked customer has no session');
    return token;
  };
  return {
    app,
    clock,
    client,
    tokenFor,
    loginAs: async (customer, language) => client(language, await tokenFor(customer)),
  };
}
