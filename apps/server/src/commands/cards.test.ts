import { cardStatusOf } from '@refectory/database/cards';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { addressOf, runRefectory } from '../testing/run-refectory.ts';

const database = useTestDatabase();

const refectory = (...words: string[]) =>
  runRefectory(words, {
    place: { url: addressOf(database.current.connection), dataDir: 'nowhere' },
    now: factoryNow,
  });

test('a card is given, shown, blocked, unblocked and revoked, and each change is recorded', async () => {
  const { id, userName } = await createCustomer(database.current);
  const says = async (...words: string[]) => (await refectory('card', ...words)).out.trim();
  expect(await says('show', userName)).toBe(`"${userName}" has no card.`);
  expect(await says('give', userName, '04:a1:b2')).toBe(`"${userName}" has the card now.`);
  expect(await says('show', userName)).toBe(`"${userName}" has a card that can be used.`);
  expect(await says('block', userName)).toBe(`The card of "${userName}" is blocked.`);
  expect(await says('block', userName)).toBe(`The card of "${userName}" is blocked as before.`);
  expect(await says('show', userName)).toBe(`"${userName}" has a card that is blocked.`);
  expect(await says('unblock', userName)).toBe(`The card of "${userName}" can be used.`);
  await says('block', userName);
  expect(await says('revoke', userName)).toBe(`The card of "${userName}" was revoked.`);
  expect(await says('revoke', userName)).toBe(`"${userName}" had no card.`);
  const { rows } = await database.current.pool.query<{ kind: string; actor: string }>(
    'select kind, actor from audit_event where customer_id = $1 order by id',
    [id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    'card-changed',
    'card-blocked',
    'card-unblocked',
    'card-blocked',
    'card-revoked',
  ]);
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['command tester']));
});

test("somebody else's card is refused in one sentence, and both keep what they have", async () => {
  const [owner, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  await refectory('card', 'give', owner.userName, '77777777');
  const { code, err } = await refectory('card', 'give', other.userName, '7777-7777');
  expect([code, err]).toEqual([1, expect.stringMatching(/^Another customer has this card: .*\n$/)]);
  expect(await cardStatusOf(database.current, owner.id)).toBe('USED');
  expect(await cardStatusOf(database.current, other.id)).toBe('NONE');
});

test.each([
  ['a number of separators alone', ['give', 'USER', ' -:- '], /the number of a card/],
  ['a customer who does not exist', ['show', 'nobody'], /There is no customer "nobody"/],
  ['blocking no card', ['block', 'USER'], /has no card: give one/],
])('%s is refused', async (_, words, sentence) => {
  const { userName } = await createCustomer(database.current);
  const { code, err } = await refectory('card', ...words.map((word) => (word === 'USER' ? userName : word)));
  expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
});

test('a terminal is added with a credential that cards are accepted with, listed, and removed', async () => {
  expect((await refectory('terminal', 'list')).out).toMatch(/^There are no terminals/);
  const { userName } = await createCustomer(database.current);
  await refectory('card', 'give', userName, '88888888');
  const { out } = await refectory('terminal', 'add', 'Entrance hall');
  const credential = /shown only now: ([\w-]{43})\n$/.exec(out)?.[1];
  expect((await refectory('terminal', 'add', 'entrance HALL')).err).toMatch(
    /already a terminal "entrance HALL"/,
  );
  expect((await refectory('terminal', 'list')).out).toContain('Entrance hall  2026-11-20T07:00:00.000Z');
  const t = await createTestApp({ database: database.current, settings: { allowCardLogin: true } });
  const read = async () =>
    t.client('en', await t.tokenFor()).loginByCard({ body: { cardId: '88888888', terminal: credential } });
  expect(await read()).toHaveProperty('token');
  expect((await refectory('terminal', 'remove', 'entrance hall')).out).toMatch(/It was the last one/);
  await expect(read()).rejects.toThrow();
  expect((await refectory('terminal', 'remove', 'Entrance hall')).err).toMatch(/There is no terminal/);
  expect((await refectory('terminal', 'add', 'Entrance hall')).code).toBe(0);
});
