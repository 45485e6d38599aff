import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { ApiName } from '#platform/api/api.ts';
import type { Platform } from '#platform/platform.ts';

import { PASSWORD, renderApp } from '../../test/render-app.ts';
import { startTestServer } from '../../test/test-server.ts';
import { CARD, message, onPage, renderWithReader } from '../../test/with-reader.ts';

const seed = [
  { make: 'canteen', as: 'main', with: { key: 'main', name: { en: 'Main canteen' } } },
  { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } },
  { make: 'offering', as: 'Broth', with: { canteenId: '$main', product: { name: { en: 'Broth' } } } },
  { make: 'order', as: 'order', with: { customer: 'jana', offering: 'Broth' } },
] as const;

type DataState = 'not-loaded' | 'loading' | 'loaded' | 'failed';

/** What is known of what a call reads, whichever input it is made with. */
function stateOf({ queries }: Platform, name: ApiName): DataState {
  const states = queries
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey[0] === name })
    .map(({ state }) => state);
  if (states.some(({ status }) => status === 'success')) return 'loaded';
  if (states.some(({ fetchStatus }) => fetchStatus === 'fetching')) return 'loading';
  return states.some(({ status }) => status === 'error') ? 'failed' : 'not-loaded';
}

/** What is read for a page goes through its states, and each of them is seen. */
async function expectStatesOfRead({
  address,
  name,
  call,
  what,
}: {
  readonly address: string;
  readonly name: ApiName;
  readonly call: RegExp;
  readonly what: string;
}): Promise<void> {
  const server = await startTestServer({ seed });
  const isSeen = {
    loading: page.getByText(`Loading the ${what}`),
    failed: page.getByRole('heading', { name: `The ${what} could not be loaded` }),
    loaded: page.getByRole('article', { name: 'Broth' }).first(),
  };
  const app = await renderApp('/terms', { server, as: 'jana' });
  const state = () => stateOf(app.platform, name);
  expect(state()).toBe('not-loaded');

  const answer = { status: 500, body: { success: false, message: 'No' } };
  const failing = await server.fault(call, { hold: true, answer });
  app.history.push(address);
  await expect.element(isSeen.loading).toBeInTheDocument();
  await expect.poll(state).toBe('loading');
  await failing.release();
  await expect.element(isSeen.failed).toBeVisible();
  expect(state()).toBe('failed');
  await server.clearFaults();

  const held = await server.fault(call, { hold: true }, 1);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(state).toBe('loading');
  await held.release();
  await expect.element(isSeen.loaded).toBeVisible();
  expect(state()).toBe('loaded');
  expect(isSeen.failed.elements()).toEqual([]);
}

/** A sign-in by card goes through its states, and each of them is seen. */
async function expectStatesOfCardLogin(): Promise<void> {
  const { reader, server, platform } = await renderWithReader();
  const state = () => platform.cardReader.getState().signIn;
  await expect.element(onPage.hold).toBeVisible();
  expect(state()).toBe('not-loaded');
  for (const [card, seen, next] of [
    ['0000', onPage.section.getByRole('alert'), 'failed'],
    [CARD, onPage.header.getByText('Jana Nováková').last(), 'loaded'],
  ] as const) {
    const held = await server.fault(/cardlogin/, { hold: true }, 1);
    await reader.say(message(card));
    await expect.element(onPage.section.getByText('Signing you in')).toBeVisible();
    expect(state()).toBe('loading');
    await held.release();
    await expect.element(seen).toBeVisible();
    await expect.poll(state).toBe(next);
  }
}

test.each([
  [
    'canteens',
    () =>
      expectStatesOfRead({
        address: '/offer/DAY',
        name: 'listCanteens',
        call: /GET .*\/canteens/,
        what: 'canteens',
      }),
  ],
  [
    'the menu',
    () =>
      expectStatesOfRead({ address: '/offer/DAY', name: 'getMenu', call: /GET .*canteenmenu/, what: 'menu' }),
  ],
  [
    'orders',
    () =>
      expectStatesOfRead({
        address: '/orders',
        name: 'listOrders',
        call: /GET .*canteenorders/,
        what: 'orders',
      }),
  ],
  ['a sign-in by card', expectStatesOfCardLogin],
])('DATA-35 %s: not loaded, loading, failed and loaded are seen', (_, expectStates) => expectStates());
