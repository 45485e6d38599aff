import { api } from '@refectory/contract/api';
import type { Endpoint } from '@refectory/contract/endpoint';
import type { Settings } from '@refectory/contract/settings';
import { createCustomer, createOffering, orderOf } from '@refectory/database/factories';
import { placeOrder } from '@refectory/database/order-functions';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { callCases, type CallCase } from '../testing/call-cases.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';

// Every call as strangers, mistaken programs and attackers make it, generated from the contract. A failure
// names its seed; FUZZ_SEED=… repeats it.

const CASES_PER_CALL = 400;
const AT_ONCE = 20;
/** The same cases in every run, so that a run fails for what was changed; others by `FUZZ_SEED`. */
const seed = Number(process.env['FUZZ_SEED'] ?? 1);

const database = useTestDatabase();

/**
 * What such a call may write: sessions and their ends, counted attempts, kept refusals, and notes of changes that change
 * nothing are no business of anybody's.
 */
const FREE_TABLES = [
  'session',
  'signing_key',
  'login_limit',
  'idempotency_answer',
  'audit_event',
  'change_made',
];

/** Every row of all other tables, as one text, but for the language that a call which was carried out left. */
async function everyRow(): Promise<string> {
  const { pool } = database.current;
  await pool.query('update customer set language = null');
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)`,
    [FREE_TABLES],
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(string_agg(t::text, ' ' order by t::text), '') as rows from ${name} t`,
  );
  const { rows } = await pool.query(parts.join(' union all ').concat(' order by name'));
  return JSON.stringify(rows);
}

/** An app, a customer who can pay nothing, and somebody else with an order. */
async function prepare(settings: Partial<Settings> = {}) {
  const t = await createTestApp({ database: database.current, settings });
  const caller = await createCustomer(database.current, { balance: money(0) });
  const other = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const order = await placeOrder(database.current, orderOf(other.id, dish));
  if (order.verdict !== 'ordered') throw new Error(`the order was refused: ${order.verdict}`);
  const { day } = dish.offering;
  const token = await t.tokenFor(caller);
  return {
    t,
    parts: {
      ids: [order.orderId, dish.id, dish.canteenId, other.id, caller.id, 999_999],
      texts: [day, day, day, day, 'day', String(order.orderId), caller.userName ?? 'x'],
      tokens: [token, token, token, token, token, await t.tokenFor(), '', 'no such token'],
    },
  };
}

/** A place in our code, which an answer never names. */
const TRACE = /\bat .+:\d+:\d+|node_modules|\.ts\b|Error:/;

/** Refusals before a call gets to its handler. */
const BEFORE_HANDLER = new Set(['sessionMissing', 'loginRequired', 'badRequest', 'tooLarge', 'notJson']);

/** Makes one request and looks at its answer; gives the code, or none for a success. */
async function judge({ app }: TestApp, request: CallCase): Promise<string> {
  const answer = await app.inject({ ...request });
  const about = JSON.stringify({ request, answer: answer.body.slice(0, 500) }).slice(0, 3_000);
  const body = answer.json<{ success?: unknown; resultText?: unknown; error?: { code?: unknown } }>();
  expect(answer.headers['content-type'], about).toBe('application/json; charset=utf-8');
  expect(answer.body, about).not.toMatch(TRACE);
  expect(body.success, about).toBe(answer.statusCode === 200);
  if (answer.statusCode === 200) return '';
  expect(body.resultText, about).toEqual(expect.stringMatching(/./));
  expect(body.error?.code, about).toEqual(expect.stringMatching(/^(?:[a-zA-Z]+|991491)$/));
  // A failure of ours is never the answer to a request.
  const isRefusal = answer.statusCode >= 400 && answer.statusCode < 500;
  expect(isRefusal, about).toBe(true);
  return String(body.error?.code);
}

describe(`hostile requests (FUZZ_SEED=${seed})`, () => {
  // Of a stream there is no end to wait for; it takes nothing but the headers that every call has, and one moment.
  test.each(Object.entries<Endpoint>(api).filter(([, { events }]) => !events))(
    '%s refuses what is wrong with a code, tells nothing of itself, and writes nothing',
    async (_, definition) => {
      // Anew for each call, since some of them end the session.
      const { t, parts } = await prepare();
      const before = await everyRow();
      const cases = fc.sample(callCases(definition, parts), { seed, numRuns: CASES_PER_CALL });
      const codes = new Set<string>();
      for (let next = 0; next < cases.length; next += AT_ONCE) {
        const some = cases.slice(next, next + AT_ONCE);
        for (const code of await Promise.all(some.map((one) => judge(t, one)))) codes.add(code);
      }
      expect(await everyRow()).toBe(before);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      // Cases that all end at the session or the shape would prove little.
      expect([...codes].some((code) => !BEFORE_HANDLER.has(code))).toBe(true);
      expect(codes.has('sessionMissing')).toBe(definition.auth !== 'none');
    },
  );

  // What is refused above, since it is switched off.
  test.each([
    'startRegistration',
    'finishRegistration',
    'requestPasswordReset',
    'resetPassword',
    'updateCustomer',
    'sendComment',
  ] as const)('%s, where it is switched on, answers whatever is sent', async (name) => {
    const { t, parts } = await prepare({
      allowRegistration: true,
      allowCompany: true,
      allowPasswordRecovery: true,
      allowProfileEdit: true,
      allowGuestComments: true,
    });
    const cases = fc.sample(callCases(api[name], parts), { seed, numRuns: CASES_PER_CALL });
    for (let next = 0; next < cases.length; next += AT_ONCE)
      await Promise.all(cases.slice(next, next + AT_ONCE).map((one) => judge(t, one)));
  });
});
