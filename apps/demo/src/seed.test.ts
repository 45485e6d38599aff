import { findCanteen } from '@refectory/database/canteens';
import { checkLedger } from '@refectory/database/check-ledger';
import { findCustomer } from '@refectory/database/customers';
import { openDatabase } from '@refectory/database/database';
import { storeMenu } from '@refectory/database/store-menu';
import { createEmptyDatabase } from '@refectory/database/testing/test-cluster';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays, calendarDay } from '@refectory/domain/day';
import type { PlannedDish } from '@refectory/domain/menu-plan';
import { unitPrice } from '@refectory/domain/money';
import { refuseDemoAccounts } from '@refectory/server/start-settings';
import { createTestApp } from '@refectory/server/testing/create-test-app';
import { beforeAll, describe, expect, inject, test } from 'vitest';

import { fillDemo } from './run-demo.ts';
import { seedDemo } from './seed.ts';

const moments = [
  ['a Friday after lunch', '2026-11-27T14:00:00+01:00'],
  ['half a minute before Monday', '2026-11-29T23:59:30+01:00'],
  ['the last day of the year', '2026-12-31T12:00:00+01:00'],
  ['the day the clocks go forward', '2027-03-28T02:30:00+02:00'],
  ['the day the clocks go back', '2026-10-25T02:30:00+01:00'],
  ['an ordinary morning', '2026-11-24T07:30:00+01:00'],
] as const;

describe.each(moments)('the demo at %s', (_, moment) => {
  const database = useTestDatabase();
  const now = Date.parse(moment);
  beforeAll(() => seedDemo(database.current, now));

  test('is never empty: at least five dishes can be ordered and cancelled', async () => {
    const { loginAs } = await createTestApp({ database: database.current, now });
    const jana = await findCustomer(database.current, 'jana');
    if (!jana) throw new Error('the demo has no jana');
    const client = await loginAs(jana);
    const { canteens } = await client.listCanteens();
    const main = canteens.find(({ key }) => key === 'main');
    for (const timeSpan of ['day', 'week'] as const) {
      const menu = await client.getMenu({ query: { timeSpan, canteenId: main?.id ?? 0 } });
      const good = menu.menu.filter(
        ({ status, cancelUntil }) => status === 'AVAILABLE' && Number(cancelUntil ?? 0) > now,
      );
      expect(good.length).toBeGreaterThanOrEqual(5);
    }
  });

  test('has every kind of dish somewhere, and its ledger is right', async () => {
    const { client, tokenFor } = await createTestApp({ database: database.current, now });
    const guest = client('en', await tokenFor());
    const { canteens } = await guest.listCanteens();
    const statuses = new Set<string>();
    for (const { id } of canteens) {
      const menu = await guest.getMenu({ query: { timeSpan: 'custom', canteenId: id } });
      for (const { status } of menu.menu) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual(['AVAILABLE', 'CLOSED', 'EXCHANGE', 'READONLY', 'SOLD_OUT']);
    expect(await checkLedger(database.current)).toEqual([]);
  });

  test('has main dishes of both canteens on exchange on one day', async () => {
    const { rows } = await database.current.pool.query(
      `select orders.day from orders join offering on offering.id = orders.offering_id
        where orders.offered_at is not null and offering.is_main
        group by orders.day having count(distinct offering.canteen_id) = 2`,
    );
    expect(rows).not.toEqual([]);
  });

  test('has accounts that a production server refuses', async () => {
    await expect(refuseDemoAccounts(database.current)).rejects.toThrow(/accounts of the demo/);
  });

  test('a second start changes nothing', async () => {
    const rows = async () =>
      (
        await database.current.pool.query(
          'select (select count(*) from orders) as orders, (select count(*) from offering) as offerings, (select sum(balance) from account) as money',
        )
      ).rows;
    const before = await rows();
    await seedDemo(database.current, now);
    expect(await rows()).toEqual(before);
  });
});

describe('jana', () => {
  const database = useTestDatabase();
  const now = Date.parse('2026-11-24T07:30:00+01:00');
  beforeAll(async () => {
    await seedDemo(database.current, now);
    await seedDemo(database.current, now);
  });

  test.each([
    ['cs', 'Středisko', '{0} Kč'],
    ['en', 'Cost centre', 'CZK {0}'],
    ['pl', 'Centrum kosztów', '{0} CZK'],
    ['sk', 'Stredisko', '{0} Kč'],
  ] as const)('SHELL-02 has a bonus and a cost centre in %s', async (language, label, currency) => {
    const { loginAs } = await createTestApp({ database: database.current, now });
    const jana = await findCustomer(database.current, 'jana');
    if (!jana) throw new Error('the demo has no jana');
    const client = await loginAs(jana, language);
    expect(await client.getBonusBalance()).toEqual({ bonusBalance: 12_000, bonusBalanceCurrency: currency });
    expect(await client.listCustomData()).toEqual({ customData: [{ id: 1, label, value: '4711' }] });
  });
});

describe('a later start', () => {
  const database = useTestDatabase();

  test('keeps an imported menu, and adds the days that have come near', async () => {
    const now = Date.parse('2026-11-24T07:30:00+01:00');
    await seedDemo(database.current, now);
    const canteen = await findCanteen(database.current, 'main');
    if (!canteen) throw new Error('the demo has no main canteen');
    const from = calendarDay('2026-11-26');
    const dish: PlannedDish = {
      sourceKey: 'own',
      name: { und: 'Own dish' },
      group: { und: 'Own group' },
      filters: [],
      allergens: [],
      additionalData: [],
      prices: { other: unitPrice(1_000_000) },
      capacity: 10,
      state: 'open',
      allowMultipleOrder: false,
    };
    await storeMenu(database.current, canteen, [{ day: from, dishes: [dish] }]);

    await seedDemo(database.current, now + 24 * 3_600_000);

    const { client, tokenFor } = await createTestApp({ database: database.current, now });
    const guest = client('en', await tokenFor());
    const { menu, availableDays } = await guest.getMenu({
      query: { canteenId: canteen.id, timeSpan: 'custom', from, to: addDays(from, 1) },
    });
    const open = menu.filter(({ date, status }) => date === from && status !== 'CLOSED');
    expect(open.map(({ name }) => name)).toEqual(['Own dish']);
    expect(menu.filter(({ date }) => date > from).length).toBeGreaterThan(5);
    // Fourteen open days after the second start's today.
    expect(availableDays.at(-1)).toBe('2026-12-15');
  });
});

test('two demos that start at once on one empty database fill it once', async () => {
  const empty = await createEmptyDatabase(inject('testCluster'));
  const other = openDatabase(empty.connection);
  const now = Date.parse('2026-11-24T07:30:00+01:00');
  await Promise.all([fillDemo(empty, now), fillDemo(other, now)]);
  const { rows } = await empty.pool.query(
    `select (select count(*) from canteen)::int as canteens,
       (select count(*) from customer where user_name = 'jana')::int as janas,
       (select count(*) from offering) = (select count(distinct (canteen_id, day, source_key)) from offering) as once`,
  );
  expect(rows).toEqual([{ canteens: 2, janas: 1, once: true }]);
  expect(await checkLedger(empty)).toEqual([]);
  await other.close();
  await empty.drop();
});
