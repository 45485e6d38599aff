import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';

import { renderApp } from '../../../test/render-app.ts';
import {
  CARD,
  expectHeard,
  expectHeardInTime,
  expectSignedIn,
  listenToLog,
  message,
  onPage,
  renderWithReader,
  seed,
  signInByPassword,
  stopTimers,
} from '../../../test/with-reader.ts';

/** Takes the permission to reach the machine it runs on from pages, for one test. */
async function denyLocalNetwork(): Promise<void> {
  const { browserContextId } = (await cdp().send('Target.getTargetInfo')).targetInfo;
  const set = async (setting: 'denied' | 'prompt') => {
    const permission = { name: 'loopback-network' };
    await cdp().send('Browser.setPermission', {
      permission,
      setting,
      ...(browserContextId !== undefined && { browserContextId }),
    });
  };
  await set('denied');
  onTestFinished(() => set('prompt'));
}

test.each(['CRTRANSPORTREADERROR', 'CRTRANSPORTOPENERROR'])(
  'READER-09 READER-10 LIMIT-04 after %s the reader is tried again in 10 seconds, and again after the next one',
  async (code) => {
    const log = listenToLog();
    const { reader } = await renderWithReader();
    await expectHeard(reader, ['connect', 'read']);
    stopTimers();
    for (let time = 1; time <= 2; time += 1) {
      await reader.say({ type: 'error', code, message: 'no reader' });
      await expect.poll(() => log).toHaveLength(time);
      expect(onPage.section.element().textContent).toContain('The card reader is not available.');
      const commands = ['connect', ...Array.from({ length: time }, () => 'read')];
      await vi.advanceTimersByTimeAsync(9_900);
      expect(await reader.heard()).toEqual(commands);
      await vi.advanceTimersByTimeAsync(200);
      await expectHeard(reader, [...commands, 'read']);
      await expect
        .poll(() => onPage.section.element().textContent)
        .toContain('Hold your card to the reader.');
    }
  },
);

test('READER-11 READER-03 any other error is written to the log alone, and a read follows within two seconds', async () => {
  const log = listenToLog();
  const { reader } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  await reader.say({ type: 'error', data: { code: 'CRCARDERROR', message: `card ${CARD} cannot be read` } });
  await expect.poll(() => log).toEqual(['The card reader says: CRCARDERROR.']);
  expect(onPage.toasts.getByRole('paragraph').elements()).toEqual([]);
  await expect.poll(reader.heard, { timeout: 2_000 }).toEqual(['connect', 'read', 'read']);
  for (const code of ['E42', 'CR_ERR_05', 'no-card']) {
    await reader.say({ type: 'error', code });
    await expect.poll(() => log.at(-1)).toBe(`The card reader says: ${code}.`);
  }
  // A code that is none may be that of a card.
  for (const code of [CARD, 'A4B1C2D3', 'FADEDBEE', '4711', 'X-12-345', 'E'.repeat(41)]) {
    const told = log.length;
    await reader.say({ type: 'error', code });
    await expect.poll(() => log.slice(told)).toEqual(['The card reader says: unknown.']);
  }
});

test('ERR-33, part of READER-11: no error of the reader is told in a toast, and it reads again', async () => {
  const log = listenToLog();
  const { reader } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  stopTimers();
  const codes = ['CRTRANSPORTREADERROR', 'CRTRANSPORTOPENERROR', 'CRCARDERROR', 'CRTIMEOUT', 'E42', ''];
  for (const [index, code] of codes.entries()) {
    await reader.say({ type: 'error', code, message: 'The antenna is broken' });
    await expect.poll(() => log).toHaveLength(index + 1);
    await vi.advanceTimersByTimeAsync(10_100);
    await expectHeardInTime(reader, ['connect', 'read', ...codes.slice(0, index + 1).map(() => 'read')]);
    await reader.say('{"type":');
  }
  expect(onPage.toasts.getByRole('paragraph').elements()).toEqual([]);
  expect(document.body.textContent).not.toContain('antenna');
  await expect.poll(() => onPage.section.element().textContent).toContain('Hold your card to the reader.');
});

test('READER-12 malformed messages change nothing, and the next proper one works', async () => {
  const { reader, platform, server } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  for (const frame of [
    '',
    'nonsense',
    '{',
    '[]',
    'null',
    '{"code":"1"}',
    `{"type":"message","code":"${'1'.repeat(20_000)}"}`,
  ])
    await reader.say(frame);
  await reader.say('{"type":"result"}', 50);
  expect(platform.cardReader.getState().phase).toBe('reading');
  expect(await server.requests(/cardlogin/)).toEqual([]);
  await reader.say(message(CARD));
  await expectSignedIn();
});

test('READER-16 a lost connection is told, and made again after 10 seconds, or 10 after an attempt that failed', async () => {
  const { reader, platform } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  stopTimers();
  await reader.refuse();
  await expect.poll(() => platform.cardReader.getState().readiness).toBe('absent');
  expect(onPage.section.element().textContent).toContain('The card reader is not available.');
  const timers = vi.getTimerCount();
  await vi.advanceTimersByTimeAsync(10_100);
  // The reader refuses again, and the next attempt waits.
  await expect.poll(() => vi.getTimerCount()).toBe(timers);
  await reader.admit();
  await vi.advanceTimersByTimeAsync(9_700);
  expect(await reader.connections()).toEqual({ all: 1, open: 0 });
  await vi.advanceTimersByTimeAsync(500);
  await expect.poll(reader.connections).toEqual({ all: 2, open: 1 });
  await expectHeardInTime(reader, ['connect', 'read', 'connect', 'read']);
  await expect.poll(() => onPage.section.element().textContent).toContain('Hold your card to the reader.');
});

test('READER-18 a browser that keeps the page from the reader is named, with what to do, and the password signs in', async () => {
  const nowhere = { seed, config: { allowCardLogin: true, cardReaderUrl: 'ws://127.0.0.1:9' } };
  const { reload } = await renderApp('/login', nowhere);
  await expect.element(onPage.section.getByText('The card reader is not available.')).toBeVisible();
  const absent = onPage.section.element().textContent;

  await denyLocalNetwork();
  await reload();
  const blocked = 'Your browser does not let this page use the card reader.';
  await expect.element(onPage.section.getByText(blocked)).toBeVisible();
  await expect
    .element(onPage.section.getByText(/allow access to the local network and load the page/))
    .toBeVisible();
  expect(onPage.section.element().textContent).not.toContain(absent);
  await signInByPassword();
});

test('READER-17 without a reader the section says so, and the password signs in', async () => {
  await renderApp('/login', {
    seed,
    // Nothing listens there.
    config: { allowCardLogin: true, cardReaderUrl: 'ws://127.0.0.1:9' },
  });
  await expect.element(onPage.section.getByText('The card reader is not available.')).toBeVisible();
  await signInByPassword();
});
