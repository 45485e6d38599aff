import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { handMade } from '../../../test/hand-made-menu.ts';
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

test('REP-18 a voucher is shown with type, set, valid to, valid from and the day it was issued', async () => {
  await renderApp('/profile/vouchers', { seed: [jana, voucher('Soup')], as: 'jana', config });
  await expect.poll(cells).toEqual([
    ['Type', 'Set', 'Valid to', 'Valid from', 'Issued'],
    ['Soup', 'Autumn', '31. 12. 2026', '1. 11. 2026', '20. 10. 2026 09:30'],
  ]);
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

test('REP-19 the voucher that ends first is first, then the one that began first', async () => {
  const seed = [
    jana,
    voucher('Cake', { validFrom: '2026-11-10' }),
    voucher('Soup', { validTo: '2026-11-30', validFrom: '2026-11-20' }),
    voucher('Roast', { validFrom: '2026-11-01' }),
    voucher('Tea', { validFrom: '2026-11-10', createdAt: Date.parse('2026-10-19T09:30:00+02:00') }),
  ] as const;
  await renderApp('/profile/vouchers', { seed, as: 'jana', config });
  await expect
    .poll(() =>
      cells()
        .slice(1)
        .map(([type]) => type),
    )
    .toEqual(['Soup', 'Roast', 'Tea', 'Cake']);
});

test('part of REP-20: without vouchers the page says so', async () => {
  await renderApp('/profile/vouchers', { seed: [jana], as: 'jana', config });
  await expect.element(page.getByRole('heading', { name: 'No records to display' })).toBeVisible();
});

test('vouchers that could not be read are read again by a button', async () => {
  const app = await renderApp('/login', { seed: [jana, voucher('Soup')], as: 'jana', config });
  const failed = { ...handMade({ success: false, resultText: 'The vouchers are away' }), status: 500 };
  await app.server.fault(/vouchers$/, { answer: failed }, 1);
  app.history.push('/profile/vouchers');
  await expect.element(page.getByRole('heading', { name: 'The vouchers could not be loaded' })).toBeVisible();
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Try again' }));
  await expect.element(table).toBeVisible();
});

test('on a phone a voucher is a card in which each value has its label', async () => {
  await page.viewport(360, 740);
  await renderApp('/profile/vouchers', { seed: [jana, voucher('Soup')], as: 'jana', config });
  const cell = table.getByRole('cell', { name: 'Soup' });
  await expect.element(cell).toBeVisible();
  expect(getComputedStyle(cell.element(), '::before').content).toContain('Type');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
