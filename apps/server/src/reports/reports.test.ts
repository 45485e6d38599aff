import { createCustomer } from '@refectory/database/factories';
import { grantVoucher } from '@refectory/database/grants';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

const voucher = {
  voucherSet: 'Autumn',
  voucherType: 'Soup for free',
  validFrom: '2026-11-01',
  validTo: '2026-11-30',
  createdAt: Date.parse('2026-10-20T09:30:00+02:00'),
} as never;

test('part of API-33: a customer is told the vouchers that are theirs, in the words of the specification', async () => {
  const t = await createTestApp({ database: database.current });
  const [owner, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  await grantVoucher(database.current, { ...(voucher as object), customerId: owner.id } as never);
  const read = async (customer: typeof owner) =>
    (
      await t.app.inject({
        url: '/api/customer/account/vouchers',
        headers: { 'x-asw-token': await t.tokenFor(customer) },
      })
    ).json<{ vouchers: object[] }>();
  expect(await read(owner)).toEqual({
    success: true,
    vouchers: [
      {
        id: expect.any(Number) as number,
        voucherSet: 'Autumn',
        voucherType: 'Soup for free',
        validFrom: '2026-11-01',
        validTo: '2026-11-30',
        creationTimeStamp: '2026-10-20T07:30:00.000Z',
      },
    ],
  });
  expect((await read(other)).vouchers).toEqual([]);
});

test('part of API-33: a guest is told no vouchers', async () => {
  const t = await createTestApp({ database: database.current });
  const answer = await t.app.inject({ url: '/api/customer/account/vouchers' });
  expect(answer.statusCode).toBe(401);
});
