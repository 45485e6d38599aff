import '#ui/styles/index.css';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';

import { DayStrip } from './day-strip.tsx';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((weekday, index) => ({
  day: `2026-11-2${3 + index}`,
  weekday: weekday.slice(0, 3),
  date: `${23 + index}. 11.`,
  label: `${weekday} ${23 + index} November`,
  today: index === 0,
  available: index !== 3,
  closed: index === 3,
  closedReason: index === 3 ? 'Holiday' : undefined,
  hasOrder: index === 1,
}));

function Strip({ initial = '2026-11-23', canChoose = true }: { initial?: string; canChoose?: boolean }) {
  const [selected, select] = useState(initial);
  return (
    <DayStrip
      label="Day"
      days={days.map((day) => ({
        ...day,
        selected: day.day === selected,
        available: canChoose && day.available,
      }))}
      onSelect={select}
    />
  );
}

const chosen = page.getByRole('button', { pressed: true });

test('OFFER-14 an available day is chosen and marked, and only one', async () => {
  await render(<Strip />);
  await expect.element(chosen).toHaveAccessibleName('Monday 23 November');
  await page.getByRole('button', { name: 'Wednesday 25 November' }).click();
  await expect.element(chosen).toHaveAccessibleName('Wednesday 25 November');
  expect(chosen.elements()).toHaveLength(1);
});

test('OFFER-39 a closed day can be reached, says why, and cannot be chosen', async () => {
  await render(<Strip />);
  const closed = page.getByRole('button', { name: 'Thursday 26 November, Holiday' });
  await userEvent.click(closed, { force: true });
  await expect.element(closed).toHaveAttribute('aria-disabled', 'true');
  await expect.element(closed).toHaveFocus();
  await expect.element(chosen).toHaveAccessibleName('Monday 23 November');
});

test('the words of a day keep their place when it can be chosen', async () => {
  const strip = await render(<Strip canChoose={false} />);
  const places = () =>
    [...strip.container.querySelectorAll('span[aria-hidden]')].map((words) => {
      const { x, width } = words.getBoundingClientRect();
      return { x, width };
    });
  const before = places();
  await strip.rerender(<Strip />);
  await expect
    .element(page.getByRole('button', { name: 'Monday 23 November' }))
    .not.toHaveAttribute('aria-disabled');
  expect(before).toHaveLength(10);
  expect(places()).toEqual(before);
});

test('the words of a day stand in its middle', async () => {
  await render(<Strip />);
  const middleOf = ({ left, right }: DOMRect) => (left + right) / 2;
  for (const day of page.getByRole('button').elements())
    for (const words of day.querySelectorAll('span[aria-hidden]')) {
      const text = document.createRange();
      text.selectNodeContents(words);
      expect(middleOf(text.getBoundingClientRect()), words.textContent).toBeCloseTo(
        middleOf(day.getBoundingClientRect()),
        0,
      );
    }
});

test('the days are one stop of the keyboard, with arrows inside', async () => {
  await render(<Strip />);
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Monday 23 November' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('button', { name: 'Tuesday 24 November' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('button', { name: 'Friday 27 November' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(chosen).toHaveAccessibleName('Friday 27 November');
});

test('the chosen day is in sight where the row is longer than the window', async () => {
  await page.viewport(200, 400);
  await render(<Strip initial="2026-11-27" />);
  await expect.element(chosen).toHaveAccessibleName('Friday 27 November');
  await expect
    .poll(() => chosen.element().getBoundingClientRect().right)
    .toBeLessThanOrEqual(document.documentElement.clientWidth);
  await page.viewport(1000, 700);
});

test('a day that is reached by arrows shows that it has the focus', async () => {
  await render(<Strip />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  const tuesday = page.getByRole('button', { name: /^Tuesday/ });
  await expect.element(tuesday).toHaveFocus();
  expect(getComputedStyle(tuesday.element()).outlineStyle).toBe('solid');
});
