import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { CardSource } from './card-source.ts';
import { changesIn, createPcscSource, isNewCard } from './pcsc-source.ts';
import { startPcscDaemon, whyNoPcsc } from './testing/pcsc-daemon.ts';
import { insertVirtualCard } from './testing/virtual-card.ts';

const reason = whyNoPcsc();
const NUMBER = Buffer.from('04a1b2c3d4e5809000', 'hex');

// As a real PC/SC writes them: 0x10 empty, 0x20 present, 0x100 in use, and above them how often a card came or went.
test.each([
  ['is put on', 0x0_0012, 0x1_0022, true],
  ['is put on where nothing is counted', 0x12, 0x22, true],
  ['takes the place of another before anybody looks', 0x1_0022, 0x3_0022, true],
  ['stays while a program uses it', 0x1_0022, 0x1_0122, false],
  ['stays where nothing is counted', 0x22, 0x122, false],
  ['is taken off', 0x1_0022, 0x2_0012, false],
  ['is taken off after another took its place', 0x1_0022, 0x4_0012, false],
])('a card that %s is read only if it is new', (_, before, now, isNew) => {
  const [was, is] = [before, now].map((raw) => ({
    isThere: (raw & 0x20) !== 0,
    changes: changesIn(raw),
  }));
  expect(was && is && isNewCard(was, is)).toBe(isNew);
});

// In one sequence, since there is one daemon on a machine.
describe.skipIf(reason !== undefined)(
  `a real PC/SC with a virtual card${reason ? ` (${reason})` : ''}`,
  () => {
    let stopDaemon: () => Promise<void>;
    let source: CardSource;
    const events: string[] = [];
    const said: string[] = [];
    const heard = () => events.splice(0);

    beforeAll(async () => {
      stopDaemon = await startPcscDaemon();
      source = createPcscSource({ say: (line) => said.push(line) });
      source.listen({
        onCard: (cardId) => events.push(cardId),
        onProblem: (problem) => events.push(problem),
        onReady: (isReady) => events.push(isReady ? 'plugged' : 'unplugged'),
      });
      await vi.waitFor(() => expect(source.isReady()).toBe(true), { timeout: 10_000 });
    }, 30_000);
    afterAll(async () => {
      source.close();
      await stopDaemon();
    });

    const expectEvents = (...expected: string[]) =>
      expect
        .poll(() => events, { timeout: 15_000, interval: 20 })
        .toEqual(expected)
        .then(heard);

    test('a card that is put on the reader is read once, however long it stays, and again when it comes back', async () => {
      heard();
      for (let time = 0; time < 2; time += 1) {
        const card = await insertVirtualCard(NUMBER);
        await expectEvents('04A1B2C3D4E580');
        await card.remove();
      }
    }, 30_000);

    test.each([
      ['an error', Buffer.from('6a81', 'hex')],
      ['garbage', Buffer.alloc(200, 0xff)],
      ['a number that is made up anew', Buffer.from('08b2c3d49000', 'hex')],
    ])(
      'a card that answers with %s gives no number, and the next one is read',
      async (_, answer) => {
        const bad = await insertVirtualCard(answer);
        await expect.poll(() => events, { timeout: 15_000 }).toHaveLength(1);
        expect(heard()).not.toContain('04A1B2C3D4E580');
        await bad.remove();
        const good = await insertVirtualCard(NUMBER);
        await expectEvents('04A1B2C3D4E580');
        await good.remove();
      },
      40_000,
    );

    test('a daemon that stops takes the reader along, and one that starts brings it back', async () => {
      await stopDaemon();
      await expectEvents('unplugged');
      expect(source.isReady()).toBe(false);
      stopDaemon = await startPcscDaemon();
      await expectEvents('plugged');
      const card = await insertVirtualCard(NUMBER);
      await expectEvents('04A1B2C3D4E580');
      await card.remove();
      expect(said.join()).not.toContain('04A1');
    }, 60_000);

    test('twenty cards after one another are all read, and nothing is left behind', async () => {
      const files = async () => (await import('node:fs')).readdirSync('/proc/self/fd').length;
      const before = await files();
      for (let round = 0; round < 20; round += 1) {
        const number = Buffer.from(`04${String(round).padStart(6, '0')}9000`, 'hex');
        const card = await insertVirtualCard(number);
        await expectEvents(`04${String(round).padStart(6, '0')}`);
        await card.remove();
      }
      expect(await files()).toBeLessThan(before + 10);
    }, 60_000);
  },
);
