import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';

import { migrate } from './migrate.ts';
import { createEmptyDatabase } from './testing/test-cluster.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));

/** A database as it was when this migration was the newest, with these rows, brought up to date. */
async function broughtUpToDate(newest: string, rows: string) {
  const database = await createEmptyDatabase(inject('testCluster'));
  onTestFinished(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'refectory-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const earlier = join(folder, 'earlier');
  await mkdir(earlier);
  const names = await readdir(MIGRATIONS);
  expect(names).toContain(newest);
  for (const name of names.filter((one) => one <= newest))
    await copyFile(join(MIGRATIONS, name), join(earlier, name));
  await migrate(database, earlier);
  await database.pool.query(rows);
  await migrate(database);
  return database.pool;
}

const CUSTOMERS = `
  insert into customer (id, user_name, password_hash, type, price_level) overriding system value values
    (1, 'jana', '', 'Person', 'employee'), (2, 'petr', '', 'Person', 'other'), (3, 'eva', '', 'Person', 'other');`;

const DISHES = `
  insert into canteen (id, key, name, time_zone) overriding system value values (1, 'main', '{}', 'Europe/Prague');
  insert into product (id, canteen_id, name) overriding system value values (1, 1, '{}');
  insert into offering (id, canteen_id, day, product_id, source_key, meal_group, state, order_until, cancel_until,
    exchange_until, position) overriding system value
  select dish, 1, '2026-11-20', 1, dish, '{}', 'open', now(), now(), now(), dish from generate_series(1, 3) dish;`;

test('0062 what was sold beyond a capacity that had been cut stays sold, and nothing else counts as cut', async () => {
  const pool = await broughtUpToDate(
    '0061-order-speed.sql',
    `${CUSTOMERS} ${DISHES}
     insert into stock (offering_id, capacity, remaining) values (1, 2, 0), (2, 5, 2), (3, 2, 2);
     insert into orders (customer_id, offering_id, day, quantity, unit_price, price, tax_subsidy, non_tax_subsidy,
       state, placed_at, cancelled_at, pickup_code)
     select customer, dish, '2026-11-20', quantity, 0, 0, 0, 0, state, now(),
       case when state = 'cancelled' then now() end, ''
     from (values (1, 1, 3, 'placed'), (2, 1, 1, 'placed'), (3, 1, 9, 'cancelled'), (1, 2, 3, 'placed'),
       (2, 3, 4, 'cancelled')) sold (customer, dish, quantity, state);`,
  );
  const { rows } = await pool.query('select offering_id as dish, sold_when_cut from stock order by 1');
  expect(rows).toEqual([
    { dish: 1, sold_when_cut: 4 },
    { dish: 2, sold_when_cut: 0 },
    { dish: 3, sold_when_cut: 0 },
  ]);
});

test('0064 accounts follow the floor of their level, and one that is lower stays at its balance', async () => {
  const pool = await broughtUpToDate(
    '0063-exchange-decisions.sql',
    `${CUSTOMERS}
     update price_level set floor = -5000 where level = 'employee';
     insert into account (customer_id, balance, floor) values (1, -3000, -5000), (2, -2500, -4000), (3, 100, -4000);`,
  );
  const { rows } = await pool.query(
    'select customer_id as customer, balance, level_floor, floor, lowest_floor from account order by 1',
  );
  expect(rows).toEqual([
    { customer: 1, balance: -3000, level_floor: -5000, floor: -5000, lowest_floor: -5000 },
    { customer: 2, balance: -2500, level_floor: 0, floor: -2500, lowest_floor: -4000 },
    { customer: 3, balance: 100, level_floor: 0, floor: 0, lowest_floor: -4000 },
  ]);
});
