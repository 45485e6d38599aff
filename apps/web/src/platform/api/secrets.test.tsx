import { money } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { act } from '#platform/api/action.ts';

import { handMade } from '../../../test/hand-made-menu.ts';
import { PASSWORD, renderApp, storedSnapshot, type RenderedApp } from '../../../test/render-app.ts';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;

/** Everything that stands in the storage. */
const stored = ({ storage }: RenderedApp) =>
  Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')).join();

test.each([
  ['changePassword', { passwordOld: 'the old secret', passwordNew: 'the new secret' }],
  ['resetPassword', { passwordNew: 'the new secret', resetKey: 'a secret of the mail' }],
  ['startCardChange', { cardNumber: 'secret04A1' }],
  ['finishRegistration', { password: 'the new secret', token: 'a secret of the mail' }],
] as const)(
  '%s whose answer is lost leaves nothing of its secrets, and keeps its key',
  async (name, body) => {
    const app = await renderApp('/orders', { seed: [jana], as: 'jana' });
    await app.server.fault(/POST .*(?:password|register|card)/, { dropAfter: true });
    for (let time = 0; time < 2; time += 1)
      await expect(act(app.platform, name, { body } as never)).rejects.toMatchObject({
        failure: { kind: 'offline' },
      });
    expect(stored(app)).not.toMatch(/secret/);
    expect(storedSnapshot(app.storage).pendingKeys).toEqual([]);
    const calls = await app.server.requests(/POST .*(?:password|register|card)/);
    // The browser itself may try again what was cut off.
    expect(calls.length).toBeGreaterThan(1);
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  },
);

test('C3 what was sent by a call whose answer is lost cannot be read on the device, also after a logout', async () => {
  const app = await renderApp('/orders', { seed: [jana], as: 'jana' });
  await app.server.fault(/POST .*comment/, { cut: true });
  const body = { comment: 'the soup of Mrs Novakova was cold' };
  await expect(act(app.platform, 'sendComment', { body })).rejects.toMatchObject({
    failure: { kind: 'offline' },
  });
  const kept = storedSnapshot(app.storage).pendingKeys;
  expect(kept).toHaveLength(1);
  expect(kept[0]?.intent).toMatch(/^[0-9a-f]{64}$/);
  expect(stored(app)).not.toMatch(/Novakova/);
});

test('AUTH-23 API-15 a wrong old password does not end the session, a session that is over does', async () => {
  const app = await renderApp('/orders', { seed: [jana], as: 'jana' });
  const body = { passwordOld: 'wrong', passwordNew: 'new' };
  const answer = { status: 401, body: { success: false, resultText: 'Wrong password' } };
  await app.server.fault(/POST .*password.change/, { answer }, 1);
  await expect(act(app.platform, 'changePassword', { body })).rejects.toMatchObject({
    failure: { kind: 'unauthorized', message: 'Wrong password' },
  });
  expect(storedSnapshot(app.storage).session.auth).toBe(true);

  const over = { status: 401, body: { success: false, error: { code: 'sessionMissing' } } };
  await app.server.fault(/POST .*password.change/, { answer: over }, 1);
  await expect(act(app.platform, 'changePassword', { body })).rejects.toMatchObject({
    failure: { kind: 'session-ended' },
  });
  expect(storedSnapshot(app.storage).session.auth).toBe(false);
});

test.each([false, true])(
  'API-05 API-37 API-38 the token goes to a gateway of another origin where its entry says so: %s',
  async (sendToken) => {
    const app = await renderApp('/orders', { seed: [jana], as: 'jana' });
    await app.server.fault(/topup$/, { answer: handMade({ gatewayLink: 'https://pay.example/1' }) });
    await app.server.fault(/status/, { answer: handMade({ status: 'paid' }) });
    const url = `http://canteen.localhost:${globalThis.location.port}${app.server.apiUrl}/payments`;
    const gateway = { id: 'card', url, sendToken, sendIdempotencyKey: false };
    const body = { customerId: '1', toBePaid: money(10_000), successUrl: '/s', failUrl: '/f' };
    await act(app.platform, 'startTopUp', { body }, { gateway });
    await app.platform.call('getPaymentStatus', { query: { paymentId: 'p-1' } }, { gateway });
    const calls = await app.server.requests(/\/payments\//);
    expect(calls.map(({ path }) => path.replace(/^.*\/payments|\?.*$/g, ''))).toEqual(['/topup', '/status']);
    for (const { headers } of calls) expect(headers['x-asw-token'] !== undefined).toBe(sendToken);
  },
);

test.each([false, true])(
  'part of API-57: a key goes to a gateway where its entry says so: %s',
  async (sendIdempotencyKey) => {
    const app = await renderApp('/orders', { seed: [jana], as: 'jana' });
    const gatewayLink = 'https://pay.example/1';
    await app.server.fault(/topup$/, { answer: handMade({ gatewayLink }) });
    const gateway = {
      id: 'card',
      url: `${app.server.apiUrl}/payments/`,
      sendToken: false,
      sendIdempotencyKey,
    };
    const body = { customerId: '1', toBePaid: money(10_000), successUrl: '/s', failUrl: '/f' };
    expect(await act(app.platform, 'startTopUp', { body }, { gateway })).toEqual({ gatewayLink });
    const [call] = await app.server.requests(/POST .*\/payments\/topup$/);
    expect(call?.headers['idempotency-key'] !== undefined).toBe(sendIdempotencyKey);
    // It is of the page's own origin, so that it knows the session anyway.
    expect(call?.headers['x-asw-token']).toBeDefined();
  },
);
