import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { createCustomer, createOffering, orderOf } from '@refectory/database/factories';
import { placeOrder } from '@refectory/database/order-functions';
import { createTestDatabase } from '@refectory/database/testing/test-cluster';
import { expect, inject, onTestFinished, test } from 'vitest';

import { addressOf } from '../testing/run-refectory.ts';

const program = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** A database of its own, since it is spoiled, with an order in it. */
async function databaseWithOrder() {
  const database = await createTestDatabase(inject('testCluster'));
  onTestFinished(() => database.drop());
  const { id: customerId } = await createCustomer(database);
  await placeOrder(database, orderOf(customerId, await createOffering(database)));
  return database;
}

/** Runs `refectory check-ledger` on a database as a person would. */
function checkLedger({ connection }: Awaited<ReturnType<typeof databaseWithOrder>>) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', program, 'check-ledger'], {
      env: {
        ...process.env,
        DATABASE_URL: addressOf(connection),
      },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (err += text));
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

test('a ledger that adds up is told so, with how much was looked at', async () => {
  expect(await checkLedger(await databaseWithOrder())).toEqual({
    code: 0,
    out: 'All money and portions add up (accounts: 1, orders: 1, movements: 2).\n',
    err: '',
  });
});

test('what does not add up is told row by row, and ends with exit code 1', async () => {
  const database = await databaseWithOrder();
  await database.pool.query('update account set balance = balance + 1');
  await database.pool.query('update stock set sold = sold + 1');
  const { code, out, err } = await checkLedger(database);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^I3: customer \d+ has 90001 but movements of 90000\.\nI6: offering \d+: 2 sold but 1 ordered\.\n$/,
  );
  expect(err).toMatch(/^Money or portions do not add up: 2 findings/);
});
