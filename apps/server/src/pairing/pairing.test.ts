import { failureOf } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { addLoyaltySystem, findLoyaltySystem, requestPairing } from '@refectory/database/pairings';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { describe, expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { addressOf, runRefectory } from '../testing/run-refectory.ts';

const database = useTestDatabase();
const HOUR_MS = 60 * 60_000;
const ORIGIN = 'https://club.example.org';

let made = 0;
async function withRequest({
  settings = {},
  confirmationUrl,
}: { settings?: Partial<Settings>; confirmationUrl?: string } = {}) {
  const t = await createTestApp({
    database: database.current,
    settings: { allowPairingManagement: true, ...settings },
  });
  const customer = await createCustomer(database.current);
  const name = `Club ${(made += 1)}`;
  await addLoyaltySystem(database.current, { name, origin: ORIGIN, now: factoryNow });
  const system = await findLoyaltySystem(database.current, name);
  const ask = () =>
    requestPairing(database.current, {
      customerId: customer.id,
      loyaltySystemId: system?.id ?? 0,
      externalCustomerName: 'Anna M.',
      note: 'Ten points to begin with',
      confirmationUrl,
      validTill: factoryNow + HOUR_MS,
      now: factoryNow,
    });
  const { token, text } = await ask();
  const own = await t.loginAs(customer);
  const guest = async () => t.client('en', await t.tokenFor());
  const byToken = { body: { pairingToken: token } };
  const status = async () => (await own.listPairings()).pairings.map((one) => one.pairingStatus);
  return {
    ...t,
    customer,
    name,
    token,
    text,
    own,
    guest,
    byToken,
    byText: { body: { pairingString: text } },
    status,
    ask,
  };
}

const codeOf = async (call: Promise<unknown>) => {
  const failure = await call.then(() => undefined, failureOf);
  return failure && 'code' in failure ? failure.code : failure?.kind;
};

describe('pairings of a customer', () => {
  test('part of API-39, API-40: a request is listed and read with everything that is known of it', async () => {
    const t = await withRequest();
    const { pairings } = await t.own.listPairings();
    const expected = {
      pairingStatus: 'pending',
      pairingRequestDT: factoryNow,
      requestValidTillDT: factoryNow + HOUR_MS,
      loyaltySystem: t.name,
      externalSystemCustomerName: 'Anna M.',
      pairingNote: 'Ten points to begin with',
      pairingToken: t.token,
    };
    expect(pairings).toEqual([expected]);
    expect(await t.own.getPairing({ query: { pairingToken: t.token } })).toEqual(expected);
    expect(JSON.stringify(pairings)).not.toContain(t.text);
  });

  test('part of API-41, API-44: a pairing is confirmed and ended, and both moments are told', async () => {
    const t = await withRequest();
    t.clock.advance(60_000);
    await t.own.confirmPairing(t.byToken);
    expect((await t.own.listPairings()).pairings).toMatchObject([
      { pairingStatus: 'valid', pairedDT: factoryNow + 60_000 },
    ]);
    t.clock.advance(60_000);
    await t.own.invalidatePairing(t.byToken);
    expect((await t.own.listPairings()).pairings).toMatchObject([
      { pairingStatus: 'invalid', pairedDT: factoryNow + 60_000, invalidDT: factoryNow + 120_000 },
    ]);
    const { rows } = await database.current.pool.query(
      'select kind, details from audit_event where customer_id = $1 order by id',
      [t.customer.id],
    );
    expect(rows).toEqual([
      { kind: 'pairing-confirmed', details: { loyaltySystem: t.name } },
      { kind: 'pairing-ended', details: { loyaltySystem: t.name } },
    ]);
  });

  test('part of API-42, API-43: a pairing is declined, and another one is removed', async () => {
    const t = await withRequest();
    await t.own.rejectPairing(t.byToken);
    expect(await t.status()).toEqual(['rejected']);
    const { token } = await t.ask();
    expect(await t.status()).toEqual(['pending', 'rejected']);
    await t.own.deletePairing({ body: { pairingToken: token } });
    expect(await t.status()).toEqual(['rejected']);
    expect(await codeOf(t.own.getPairing({ query: { pairingToken: token } }))).toBe('unknownPairing');
  });

  test.each([
    [
      'valid',
      {
        confirm: 'pairingConfirmed',
        reject: 'pairingConfirmed',
        delete: 'pairingConfirmed',
        invalidate: undefined,
      },
    ],
    [
      'rejected',
      {
        confirm: 'pairingRejected',
        reject: 'pairingRejected',
        delete: 'pairingRejected',
        invalidate: 'pairingRejected',
      },
    ],
    [
      'invalid',
      {
        confirm: 'pairingInvalid',
        reject: 'pairingInvalid',
        delete: 'pairingInvalid',
        invalidate: 'pairingInvalid',
      },
    ],
    [
      'missed',
      {
        confirm: 'pairingMissed',
        reject: 'pairingMissed',
        delete: 'pairingMissed',
        invalidate: 'pairingMissed',
      },
    ],
    ['pending', { confirm: undefined, reject: undefined, delete: undefined, invalidate: 'pairingPending' }],
  ] as const)(
    'part of PAIR-05, PAIR-06, PAIR-07, PAIR-11: what can be done with a %s pairing',
    async (status, codes) => {
      for (const [action, code] of Object.entries(codes)) {
        const t = await withRequest();
        if (status === 'valid' || status === 'invalid') await t.own.confirmPairing(t.byToken);
        if (status === 'invalid') await t.own.invalidatePairing(t.byToken);
        if (status === 'rejected') await t.own.rejectPairing(t.byToken);
        if (status === 'missed') t.clock.advance(HOUR_MS);
        const call = {
          confirm: t.own.confirmPairing,
          reject: t.own.rejectPairing,
          delete: t.own.deletePairing,
          invalidate: t.own.invalidatePairing,
        }[action as 'confirm'];
        expect([action, await codeOf(call(t.byToken))]).toEqual([action, code]);
        if (code !== undefined) expect(await t.status()).toEqual([status]);
      }
    },
  );

  test('part of PAIR-09: a failure says why in `resultText`, in the language of the customer', async () => {
    const t = await withRequest();
    t.clock.advance(HOUR_MS);
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/pairing/confirm',
      headers: { 'x-asw-token': await t.tokenFor(t.customer), 'accept-language': 'cs' },
      payload: t.byToken.body,
    });
    expect(answer.json()).toMatchObject({
      success: false,
      resultText: 'Lhůta pro potvrzení tohoto spárování uplynula.',
    });
  });

  test("somebody else's pairing is none, and neither is a forged one", async () => {
    const [t, other] = [await withRequest(), await withRequest()];
    const forged = [t.token.slice(1), `${t.token}x`, t.text, '%', "' or 1=1 --"];
    for (const pairingToken of [t.token, ...forged]) {
      const body = { pairingToken };
      const calls = [
        other.own.getPairing({ query: body }),
        other.own.confirmPairing({ body }),
        other.own.rejectPairing({ body }),
        other.own.deletePairing({ body }),
        other.own.invalidatePairing({ body }),
      ];
      expect(new Set(await Promise.all(calls.map(codeOf)))).toEqual(new Set(['unknownPairing']));
    }
    expect(await t.status()).toEqual(['pending']);
    expect(await codeOf((await t.guest()).listPairings())).toBe('loginRequired');
  });

  test('of 64 answers at once one counts', async () => {
    const t = await withRequest();
    const guests = await Promise.all(Array.from({ length: 32 }, () => t.guest()));
    const codes = await Promise.all([
      ...guests.map((guest) => codeOf(guest.confirmPairingByString(t.byText))),
      ...guests.map((guest) => codeOf(guest.rejectPairingByString(t.byText))),
    ]);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    const { rows } = await database.current.pool.query('select from audit_event where customer_id = $1', [
      t.customer.id,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('pairings by string', () => {
  test('part of API-45, API-46: whoever has the string answers without a login', async () => {
    const [confirmed, rejected] = [await withRequest(), await withRequest()];
    await (await confirmed.guest()).confirmPairingByString(confirmed.byText);
    expect(await confirmed.status()).toEqual(['valid']);
    await (await rejected.guest()).rejectPairingByString(rejected.byText);
    expect(await rejected.status()).toEqual(['rejected']);
  });

  test('the token is no string, and a string that nobody gave is none', async () => {
    const t = await withRequest();
    const guest = await t.guest();
    for (const pairingString of [t.token, t.text.slice(1), 'x', '%00'])
      expect(await codeOf(guest.confirmPairingByString({ body: { pairingString } }))).toBe('unknownPairing');
    await database.current.pool.query('update customer set active = false where id = $1', [t.customer.id]);
    expect(await codeOf(guest.confirmPairingByString(t.byText))).toBe('unknownPairing');
  });

  test('API-64, part of PAIR-17: the answer leads on to the loyalty system, as far as that may lead customers there', async () => {
    const own = `${ORIGIN}/welcome?id=5`;
    const t = await withRequest({ confirmationUrl: own });
    const guest = await t.guest();
    const first = await guest.confirmPairingByString(t.byText, { idempotencyKey: 'k' });
    expect(first).toEqual({ externalSystemConfirmationURL: own });
    expect(await guest.confirmPairingByString(t.byText, { idempotencyKey: 'k' })).toEqual(first);
    for (const confirmationUrl of [
      'https://evil.example.org/',
      `${ORIGIN}.evil.org/`,
      'javascript:alert(1)',
      'data:text/html,x',
      'x',
    ]) {
      const other = await withRequest({ confirmationUrl });
      expect(await other.own.confirmPairing(other.byToken)).toEqual({});
    }
  });
});

describe('the switch', () => {
  test('API-56, part of PAIR-18: pairing is announced where it is switched on, and refused where it is not', async () => {
    const t = await withRequest();
    expect((await t.own.getCustomer()).capabilities).toMatchObject({ customersPairing: true });
    expect((await t.client().authenticate()).capabilities).toMatchObject({ customersPairing: true });
    const off = await withRequest({ settings: { allowPairingManagement: false } });
    expect((await off.own.getCustomer()).capabilities).not.toHaveProperty('customersPairing', true);
    const calls = [
      off.own.listPairings(),
      off.own.getPairing({ query: off.byToken.body }),
      off.own.confirmPairing(off.byToken),
      off.own.rejectPairing(off.byToken),
      off.own.deletePairing(off.byToken),
      off.own.invalidatePairing(off.byToken),
      off.own.confirmPairingByString(off.byText),
      off.own.rejectPairingByString(off.byText),
    ];
    expect(new Set(await Promise.all(calls.map(codeOf)))).toEqual(new Set(['switchedOff']));
  });
});

describe('the commands of a loyalty system', () => {
  const refectory = (...words: string[]) =>
    runRefectory(['pairing', ...words], {
      place: { url: addressOf(database.current.connection), dataDir: 'nowhere' },
      now: factoryNow,
    });

  test('it asks, sees what became of it, and withdraws', async () => {
    const t = await withRequest();
    expect((await refectory('add-system', 'Sandbox', '--origin', 'http://localhost:5000')).code).toBe(0);
    const asked = await refectory('ask', 'sandbox', t.customer.userName, '--name', 'Anna', '--hours', '1');
    const text = /\/pairingconfirm\/([\w-]{43})/.exec(asked.out)?.[1] ?? '';
    const token = /\/pairing\/([\w-]+)/.exec(asked.out)?.[1] ?? '';
    expect((await refectory('list', 'Sandbox')).out).toMatch(
      `${token}  pending  Anna  2026-11-20T07:00:00.000Z`,
    );
    await (await t.guest()).confirmPairingByString({ body: { pairingString: text } });
    expect((await refectory('list', 'Sandbox')).out).toContain('valid');
    expect((await refectory('withdraw', t.name, token)).code).toBe(1);
    expect((await refectory('withdraw', 'Sandbox', token)).out).toBe('The pairing was withdrawn.\n');
    expect(await t.status()).toContain('invalid');
    // A request that nobody has answered is missed then; one that the customer removed is told as such.
    await refectory('withdraw', t.name, t.token);
    expect(await t.status()).toContain('missed');
    const removed = await t.ask();
    await t.own.deletePairing({ body: { pairingToken: removed.token } });
    expect((await refectory('list', t.name)).out).toContain(`${removed.token}  removed`);
  });

  test.each([
    [['ask', 'Nobody', 'anna'], /There is no loyalty system "Nobody"/],
    [['add-system', 'X', '--origin', 'http://club.example.org'], /address of a site/],
    [['add-system', 'X', '--origin', 'https://club.example.org/path'], /address of a site/],
    [['add-system', 'X', '--origin', 'javascript:alert(1)'], /address of a site/],
  ])('%j is refused', async (words, sentence) => {
    const { code, err } = await refectory(...words);
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
  });

  test('nobody is led to an address that is not the system’s', async () => {
    const t = await withRequest();
    const ask = (address: string) => refectory('ask', t.name, t.customer.userName, '--continue-at', address);
    expect((await ask('https://evil.example.org/')).err).toMatch(
      /only lead customers to addresses of https:\/\/club\.example\.org\./,
    );
    expect((await ask(`${ORIGIN}/in`)).code).toBe(0);
  });
});
