import type { Database } from '@refectory/database/database';
import { factoryNow } from '@refectory/database/factories';
import { newToken, tokenHash } from '@refectory/database/session-token';
import type { Instant } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';

import { createPaymentsApp } from '../app.ts';
import { followPayments } from '../follow-payments.ts';
import type { Gateway } from '../gateway.ts';
import { sandboxGateway } from '../gateways/sandbox-gateway.ts';
import type { SandboxGateway } from '../gateways/sandbox-payment.ts';

export const ORIGIN = 'https://meals.example.org';

/** The service of payments on a test's database, with a sandbox gateway; the clock stands until the test moves it. */
export async function createTestPayments(
  database: Database,
  options: Partial<Pick<Parameters<typeof createPaymentsApp>[0], 'settings' | 'log'>> & {
    /** In place of the sandbox. */
    readonly gateways?: readonly Gateway[];
  } = {},
) {
  let now: Instant = factoryNow;
  const clock = () => now;
  const held: (() => void)[] = [];
  const sandbox = (id: string): SandboxGateway =>
    sandboxGateway({
      id,
      path: '/payments',
      clock,
      secret: 'secret',
      deliver: async ({ body, headers }) =>
        app.inject({ method: 'POST', url: `/payments/notices/${id}`, headers, body }),
      later: (run) => held.push(run),
    });
  const [creditcard, other] = [sandbox('creditcard'), sandbox('other')];
  const gateways = options.gateways ?? [creditcard, other];
  const app = await createPaymentsApp({
    database,
    settings: options.settings ?? {
      languages: ['en', 'cs', 'pl', 'sk'],
      currencyFormat: { en: '{0} Kč', cs: '{0} korun' },
      topUpLeast: 1,
      topUpMost: 10_000,
    },
    clock,
    gateways,
    currency: 'CZK',
    publicUrl: ORIGIN,
    ...(options.log !== undefined && { log: options.log }),
  });
  const warnings: unknown[] = [];
  const followed = followPayments({
    database,
    gateways,
    clock,
    log: { warn: (said: unknown) => warnings.push(said), error: (said: unknown) => warnings.push(said) },
  });
  return {
    app,
    creditcard,
    other,
    warnings,
    now: clock,
    passMinutes: (minutes: number) => {
      now += minutes * 60_000;
    },
    /** Has the notices come that were held back. */
    release: () => held.splice(0).forEach((run) => run()),
    followDue: followed.doSome,
    async tokenOf(customerId: number): Promise<string> {
      const token = newToken();
      await database.pool.query(
        `insert into session (token_hash, customer_id, created_at, expires_at, last_seen_at, keep_logged)
         values ($1, $2, $3, $4, $3, true)`,
        [tokenHash(token), customerId, new Date(now), new Date(now + 30 * 86_400_000)],
      );
      return token;
    },
    call: (
      method: 'GET' | 'POST',
      path: string,
      {
        token,
        key,
        body,
        language = 'en',
      }: { token?: string; key?: string; body?: object; language?: Language } = {},
    ) =>
      app.inject({
        method,
        url: `/payments${path}`,
        headers: {
          'accept-language': language,
          ...(token !== undefined && { 'x-asw-token': token }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}
