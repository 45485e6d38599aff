import '#ui/styles/index.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';

import { RecordTable, type RecordColumn } from './record-table.tsx';

type Bill = { readonly date: string; readonly dish: string; readonly till: string; readonly price: string };
const bill = {
  date: '13. 11. 2026',
  dish: 'Beef soup with liver dumplings',
  till: 'Till 1',
  price: '119.00',
};

const columns: RecordColumn<Bill>[] = [
  { key: 'date', label: 'Date', value: ({ date }) => date, below: ({ dish }) => dish },
  { key: 'till', label: 'Till', value: ({ till }) => till },
  { key: 'price', label: 'Price', value: ({ price }) => price, isFigure: true },
];

test.each([
  [360, 'below them'],
  [1280, 'between them'],
])(
  'on a screen of %i px the first value and the figure of a record are in one line, the rest %s',
  async (width, place) => {
    await page.viewport(width, 740);
    await render(<RecordTable label="Bills" columns={columns} rows={[bill]} rowKey={({ date }) => date} />);
    const cells = page.getByRole('cell');
    await expect.element(cells.nth(2)).toBeVisible();
    const [first, till, price] = cells.elements().map((cell) => cell.getBoundingClientRect());
    expect(Math.abs((first?.top ?? 0) - (price?.top ?? 1000))).toBeLessThan(12);
    expect(price?.left).toBeGreaterThanOrEqual(first?.right ?? 1000);
    if (place === 'below them') expect(till?.top).toBeGreaterThanOrEqual(first?.bottom ?? 1000);
    else expect(till?.left).toBeLessThan(price?.left ?? 0);
  },
);

test('on a phone the first value says what it is where it does not say that by itself', async () => {
  await page.viewport(360, 740);
  const [date, till] = columns;
  if (!date || !till) throw new Error('the columns of the test are missing');
  const labels = () =>
    page
      .getByRole('cell')
      .elements()
      .map((cell) => getComputedStyle(cell, '::before').content);
  const table = (first: RecordColumn<Bill>) => (
    <RecordTable label="Bills" columns={[first, till]} rows={[bill]} rowKey={({ date: day }) => day} />
  );
  const { rerender } = await render(table(date));
  await expect.poll(labels).toEqual(['none', '"Till" / ""']);
  await rerender(table({ ...date, isUnclear: true }));
  await expect.poll(labels).toEqual(['"Date" / ""', '"Till" / ""']);
});

test('on a phone the main figure stands in the first line, and not one that comes before it', async () => {
  await page.viewport(360, 740);
  const rate: RecordColumn<Bill> = { key: 'rate', label: 'VAT rate', value: () => '12%', isFigure: true };
  const [date, till, price] = columns;
  if (!date || !till || !price) throw new Error('the columns of the test are missing');
  await render(
    <RecordTable
      label="Bills"
      columns={[date, till, rate, { ...price, isMain: true }]}
      rows={[bill]}
      rowKey={({ date: day }) => day}
    />,
  );
  await expect.element(page.getByText('119.00')).toBeVisible();
  const [first, , percent, amount] = page
    .getByRole('cell')
    .elements()
    .map((cell) => cell.getBoundingClientRect().top);
  expect(Math.abs((amount ?? 0) - (first ?? 1000))).toBeLessThan(12);
  expect(percent).toBeGreaterThan((amount ?? 1000) + 12);
});

test('on a phone the total stands above the records, on a desk below them', async () => {
  const summed = columns.map((column) => (column.key === 'price' ? { ...column, foot: '357.00' } : column));
  const rows = [bill, { ...bill, date: '12. 11. 2026' }];
  for (const width of [360, 1280]) {
    await page.viewport(width, 740);
    const { unmount } = await render(
      <RecordTable
        label="Bills"
        columns={summed}
        rows={rows}
        rowKey={({ date }) => date}
        footLabel="Total"
      />,
    );
    const top = (text: string) => page.getByText(text).last().element().getBoundingClientRect().top;
    await expect.element(page.getByText('357.00')).toBeVisible();
    expect(top('357.00') < top('13. 11. 2026')).toBe(width === 360);
    await unmount();
  }
});

test('on a phone the keyboard finds the buttons that sort in sight, and nothing moves', async () => {
  await page.viewport(360, 740);
  const sorting = { key: 'date', isDescending: true, onSort: () => undefined };
  await render(
    <RecordTable
      label="Bills"
      columns={columns}
      rows={[bill]}
      rowKey={({ date }) => date}
      sorting={sorting}
    />,
  );
  const top = () => page.getByRole('cell').nth(0).element().getBoundingClientRect().top;
  await expect.element(page.getByText('119.00')).toBeVisible();
  const before = top();
  const isOnTop = (element: Element) => {
    const { left, top: y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, y + height / 2));
  };
  for (const name of ['Date', 'Till', 'Price']) {
    await userEvent.keyboard('{Tab}');
    const button = page.getByRole('button', { name }).element();
    expect(document.activeElement).toBe(button);
    expect(isOnTop(button)).toBe(true);
  }
  expect(top()).toBe(before);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
