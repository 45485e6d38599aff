import { readerPhases, readerStep, type ReaderPhase } from '@refectory/domain/card-reader';
import { expect, onTestFinished, test, vi } from 'vitest';

import { signedOut } from '#app/late-parts.ts';

import { startTestServer } from '../../../test/test-server.ts';
import {
  CARD,
  expectHeard,
  expectHeardInTime,
  expectSignedIn,
  message,
  onPage,
  renderWithReader,
  stopTimers,
} from '../../../test/with-reader.ts';
import { connectCardReader } from './connect-card-reader.ts';

test.each([false, true])(
  'CFG-12 READER-01 without the switch there is neither the section nor a connection, on a kiosk: %s',
  async (kiosk) => {
    const { reader, platform } = await renderWithReader('/login', {
      config: { allowCardLogin: false, kiosk },
    });
    await expect.element(onPage.form).toBeVisible();
    await expect.poll(() => platform.isFirstPageThere.getState()).toBe(true);
    // The reader's part is loaded after the first page, and would connect before one who comes once it is drawn.
    await signedOut.load();
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const other = new WebSocket(reader.address);
    onTestFinished(() => other.close());
    await new Promise((resolve) => other.addEventListener('open', resolve));
    expect(onPage.section.elements()).toEqual([]);
    expect(await reader.connections()).toEqual({ all: 1, open: 1 });
  },
);

test('READER-01 the connection is open while nobody is in, on any page: a login stops and closes it, a logout opens it again', async () => {
  const { reader, platform } = await renderWithReader('/offer/DAY');
  await expectHeard(reader, ['connect', 'read']);
  await reader.say(message(CARD));
  await expectSignedIn();
  await expect.poll(reader.connections).toEqual({ all: 1, open: 0 });
  expect((await reader.heard()).at(-1)).toBe('stop');

  const { logout } = await import('#platform/session/logout.ts');
  logout(platform);
  await expect.poll(reader.connections).toEqual({ all: 2, open: 1 });
  await expect.poll(async () => (await reader.heard()).slice(-2)).toEqual(['connect', 'read']);
});

test('READER-02 READER-04 READER-05 READER-07 READER-19, part of READER-06: the section follows the reader from command to command', async () => {
  const { reader, server, platform } = await renderWithReader('/login', { obeys: false });
  const phase = () => platform.cardReader.getState().phase;
  const phases: ReaderPhase[] = [];
  platform.cardReader.subscribe((now) => {
    phases.push(now.phase);
  });
  const preparing = onPage.section.getByText('The card reader is getting ready.');
  await expectHeard(reader, ['connect']);
  expect(phase()).toBe('connected');
  phases.push(phase());
  await expect.element(preparing).toBeVisible();

  // Idle reads by itself: one read command.
  await reader.say({ type: 'result' });
  await expectHeard(reader, ['connect', 'read']);
  expect(phase()).toBe('awaiting-read');
  await expect.element(preparing).toBeVisible();
  await reader.say({ type: 'result' });
  await expect.poll(phase).toBe('reading');
  await expect.element(onPage.hold).toBeVisible();

  // A final message ends the read, and the next one is asked for: meanwhile the reader is no less ready.
  await reader.say(message('0000'));
  await expectHeard(reader, ['connect', 'read', 'read']);
  expect(phase()).toBe('awaiting-read');
  await expect.element(onPage.hold).toBeVisible();
  await reader.say({ type: 'result' });
  await expect.poll(phase).toBe('reading');
  await expect.element(onPage.section.getByRole('alert')).toBeVisible();
  expect(await server.requests(/cardlogin/)).toHaveLength(1);
  const connection = phases.slice(phases.indexOf('connected'));
  expect(connection.filter((now, index) => now !== connection[index - 1])).toEqual([
    'connected',
    'idle',
    'awaiting-read',
    'reading',
    'idle',
    'awaiting-read',
    'reading',
  ]);

  // Whoever is in needs no reader.
  await reader.say(message(CARD));
  await expectSignedIn();
  await expect.poll(phase).toBe('disconnected');
  await expect.poll(() => onPage.section.elements()).toEqual([]);
  expect(await server.requests(/cardlogin/)).toHaveLength(2);
  expect(phases).toContain('awaiting-stop');
  expect(new Set(phases)).toEqual(new Set(readerPhases));
});

test('READER-03 READER-08 DATA-21 a message that is not final is used and leaves the reader reading', async () => {
  const { reader, server } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  await reader.say(message('1111', false));
  await expect.element(onPage.section.getByRole('alert')).toBeVisible();
  expect(await reader.heard()).toEqual(['connect', 'read']);
  // The parts may stand at the top, and kinds that nobody knows are ignored.
  await reader.say({ type: 'news', code: '3333', final: true });
  await reader.say({ type: 'message', code: '2222', final: true });
  await expectHeard(reader, ['connect', 'read', 'read']);
  await expect
    .poll(async () =>
      (await server.requests(/cardlogin/)).map(({ body }) => (JSON.parse(body) as { cardId: string }).cardId),
    )
    .toEqual(['1111', '2222']);
});

test('READER-13 LIMIT-03, part of READER-01: every 30 seconds a ping is sent, and none after the connection was closed', async () => {
  const { reader, platform } = await renderWithReader('/login', { obeys: false });
  await expectHeard(reader, ['connect']);
  // The interval began with the connection: it begins anew under the timers of the test.
  platform.sessionStatus.setState({ status: 'failed' });
  await expect.poll(reader.connections).toEqual({ all: 1, open: 0 });
  stopTimers();
  platform.sessionStatus.setState({ status: 'ready' });
  await expectHeard(reader, ['connect', 'connect']);
  const pings = async () => (await reader.heard()).filter((type) => type === 'ping').length;
  for (const count of [0, 1, 2]) {
    await vi.advanceTimersByTimeAsync(29_900);
    expect(await pings()).toBe(count);
    await vi.advanceTimersByTimeAsync(100);
    await expect.poll(pings).toBe(count + 1);
  }
  platform.sessionStatus.setState({ status: 'failed' });
  await expect.poll(async () => (await reader.connections()).open).toBe(0);
  await vi.advanceTimersByTimeAsync(95_000);
  expect(await pings()).toBe(3);
});

test('READER-21 a frame of null is not sent, and another one takes the place of its own', async () => {
  const cardReaderCommands = { ping: null, connect: null, read: { type: 'poll' } };
  const { reader, platform } = await renderWithReader('/login', {
    config: { cardReaderCommands },
    obeys: false,
  });
  await expectHeard(reader, ['poll']);
  // An interval would begin with the connection: it is made anew under the timers of the test.
  platform.sessionStatus.setState({ status: 'failed' });
  await expect.poll(async () => (await reader.connections()).open).toBe(0);
  const before = await reader.heard();
  stopTimers();
  platform.sessionStatus.setState({ status: 'ready' });
  await expect.poll(reader.connections).toEqual({ all: 2, open: 1 });
  await expectHeardInTime(reader, [...before, 'poll']);
  await vi.advanceTimersByTimeAsync(95_000);
  await expectHeard(reader, [...before, 'poll']);
  await reader.say({ type: 'result' });
  await expect.poll(() => platform.cardReader.getState().phase).toBe('reading');
  vi.useRealTimers();
  await reader.say(message(CARD));
  await expectSignedIn();
});

test('never more than one card login is under way, whatever the reader says', async () => {
  const { reader, server } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  const { release } = await server.fault(/cardlogin/, { hold: true }, 1);
  for (const code of ['1', '2', '3']) await reader.say(message(code, false));
  await expect.poll(async () => (await server.requests(/cardlogin/)).length).toBe(1);
  await reader.say(message('4', false), 500);
  expect(await server.requests(/cardlogin/)).toHaveLength(1);
  await release();
});

test('READER-20 LIMIT-30 the same card is ignored for two seconds, another one is not', async () => {
  let now = Date.now();
  const { reader, server, platform } = await renderWithReader('/login', { deviceNow: () => now });
  await expect.element(onPage.hold).toBeVisible();
  const sent = async () =>
    (await server.requests(/cardlogin/)).map(({ body }) => (JSON.parse(body) as { cardId: string }).cardId);
  /** Reads a card whose sign-in fails. */
  const failWith = async (code: string, expected: readonly string[]) => {
    await reader.say(message(code, false));
    await expect.poll(sent).toEqual(expected);
    await expect.poll(() => platform.cardReader.getState().signIn).toBe('failed');
  };
  await failWith('12345', ['12345']);
  now += 1_000;
  await reader.say(message('12345', false));
  await failWith('999', ['12345', '999']);
  now += 1_000;
  await failWith('12345', ['12345', '999', '12345']);
  now += 1_999;
  await reader.say(message('12345', false));
  await failWith('999', ['12345', '999', '12345', '999']);
});

test('READER-14 each of the eight events reaches the state of the reader', async () => {
  const server = await startTestServer({});
  const reader = await server.openReader({ obeys: true });
  const events: string[] = [];
  const stop = connectCardReader({
    address: reader.address,
    commands: undefined,
    now: Date.now,
    step: (state, event, unsent) => {
      events.push(event.type);
      return readerStep(state, event, unsent);
    },
    signIn: () => Promise.resolve(false),
    tell: () => {},
    tellNoConnection: () => {},
    log: () => {},
  });
  await expectHeard(reader, ['connect', 'read']);
  await reader.say(message('0000'));
  await expectHeard(reader, ['connect', 'read', 'read']);
  await reader.say({ type: 'error', code: 'CRCARDERROR' });
  await expect.poll(() => events).toContain('error');
  await reader.refuse();
  await expect.poll(() => events).toContain('disconnect');
  stop();
  expect(new Set(events)).toEqual(
    new Set([
      'connect-request',
      'success',
      'error',
      'read-start',
      'stop',
      'message',
      'disconnect',
      'login-failed',
    ]),
  );
});
