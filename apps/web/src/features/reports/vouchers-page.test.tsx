import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const voucher = (voucherType: string, more: object = {}) =>
  ({
    make: 'voucher',
    with: {
      customerId: '$jana',
      voucherType,
      voucherSet: 'Autumn',
      validFrom: '2026-11-01',
      validTo: '2026-12-31',
      createdAt: Date.parse('2026-10-20T09:30:00+02:00'),
      ...more,
    },
  }) as const;
const config = { allowVouchersReport: true };
const table = page.getByRole('table', { name: 'Vouchers' });

/** The cells of the table, row by row. */
const cells = () =>
  table
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('REP-18 API-33 DATA-15 FMT-04 a voucher is shown with type, set, valid to, valid from and the day it was issued', async () => {
  const { server } = await renderApp('/profile/vouchers', {
    seed: [jana, voucher('Soup')],
    as: 'jana',
    config,
  });
  await expect.poll(cells).toEqual([
    ['Type', 'Set', 'Valid to', 'Valid from', 'Issued'],
    ['Soup', 'Autumn', '31. 12. 2026', '1. 11. 2026', '20. 10. 2026'],
  ]);
  expect(await server.requests(/account\/vouchers/)).toHaveLength(1);
  await expect.element(page.getByText('Your canteen can tell you what a voucher is good for.')).toBeVisible();
});

test('a voucher that is over says so, on its last day it does not', async () => {
  await renderApp('/profile/vouchers', {
    seed: [jana, voucher('Soup', { validTo: '2026-11-19' }), voucher('Roast', { validTo: '2026-11-20' })],
    as: 'jana',
    config,
  });
  await expect.poll(() => cells().map(([type]) => type)).toEqual(['Type', 'SoupExpired', 'Roast']);
});

test.each([
  ['voucherType', 'Type'],
  ['voucherSet', 'Set'],
  ['validTo', 'Valid to'],
  ['validFrom', 'Valid from'],
  ['creationTimeStamp', 'Issued'],
])('REP-18 a column that is switched off is not there: %s', async (column, label) => {
  await renderApp('/profile/vouchers', {
    seed: [jana, voucher('Soup')],
    as: 'jana',
    config: { ...config, voucherColumns: { [column]: false } },
  });
  await expect.element(table).toBeVisible();
  const labels = cells()[0];
  expect(labels).toHaveLength(4);
  expect(labels).not.toContain(label);
});

test('REP-19 the voucher that ends first is first, then the one that began first, in whatever order they come', async () => {
  const row = (voucherType: string, validTo: string, validFrom: string) => ({
    id: voucherType,
    voucherType,
    validTo,
    validFrom,
  });
  const app = await renderApp('/login', { seed: [jana], as: 'jana', config });
  await app.server.fault(/account\/vouchers/, {
    answer: {
      status: 200,
      body: {
        success: true,
        vouchers: [
          row('Cake', '2026-12-31', '2026-11-10'),
          row('Roast', '2026-12-31', '2026-11-01'),
          row('Soup', '2026-11-30', '2026-11-20'),
        ],
      },
    },
  });
  app.history.push('/profile/vouchers');
  await expect
    .poll(() =>
      cells()
        .slice(1)
        .map(([type]) => type),
    )
    .toEqual(['Soup', 'Roast', 'Cake']);
});

test('on a phone a voucher begins with its type, and each of its other values has its label', async () => {
  await page.viewport(360, 740);
  await renderApp('/profile/vouchers', { seed: [jana, voucher('Soup')], as: 'jana', config });
  const cell = table.getByRole('cell', { name: 'Soup' });
  await expect.element(cell).toBeVisible();
  const row = table.getByRole('row', { name: /Soup/ });
  const labels = row
    .getByRole('cell')
    .elements()
    .filter(({ textContent }) => textContent !== '')
    .map((value) => getComputedStyle(value, '::before').content);
  expect(labels[0]).toBe('none');
  expect(labels.length).toBeGreaterThan(1);
  for (const label of labels.slice(1)) expect(label).toMatch(/^"\w/);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
