import { addDays, calendarDay } from '@refectory/domain/day';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';

import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import {
  dish,
  FRIDAY,
  garden,
  jana,
  main,
  SATURDAY,
  shownDishes,
  SUNDAY,
} from '../../../test/offer-seeds.ts';
import { renderApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

/** So many dishes are much work where other tests draw as well. */
const PATIENT = { timeout: 20_000 };
const cards = () => page.getByRole('article').elements();
const day = (name: RegExp) => page.getByRole('group', { name: 'Days' }).getByRole('button', { name });

test(
  'OFFER-08 OFFER-10 a menu of 5,000 dishes is drawn in part, searched as a whole and ordered from',
  { timeout: 3 * PATIENT.timeout },
  async () => {
    const server = await startTestServer({ seed: [main, jana] });
    const dishes = Array.from({ length: 5_000 }, (_, index) => ({
      name: `Dish ${index}`,
      date: addDays(calendarDay(FRIDAY), index % 10),
      group: `Group ${Math.trunc(index / 10) % 5}`,
      price: 100,
    }));
    await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(dishes, { timeSpan: 'custom' }) });
    await server.fault(/POST .*canteenorder\/direct/, { hold: true });
    await renderApp(`/offer/TIMESPAN?start=${FRIDAY}&end=2026-11-29`, { server, as: 'jana' });
    // Ten dishes of five groups on eight days.
    await expect.poll(() => cards().length, PATIENT).toBe(400);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search dishes' }), 'dish 4999');
    await expect.poll(shownDishes).toEqual(['Dish 4999']);
    await userEvent.click(page.getByRole('button', { name: /^Order, Dish 4999/ }));
    await expect.poll(() => server.requests(/canteenorder\/direct/)).toHaveLength(1);
  },
);

/** Opens a menu of so many dishes on two days, in groups of so many. */
async function openLargeMenu(count: number, inGroup: number, period = 'TIMESPAN') {
  const server = await startTestServer({ seed: [main, jana] });
  const dishes = Array.from({ length: count }, (_, index) => ({
    name: `Dish ${index}`,
    date: index < count / 2 ? FRIDAY : SATURDAY,
    group: `Group ${Math.trunc(index / inGroup)}`,
    price: 100,
  }));
  await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(dishes, { timeSpan: 'custom' }) });
  await renderApp(`/offer/${period}?start=${FRIDAY}&end=${SATURDAY}&day=${FRIDAY}`, { server, as: 'jana' });
  await expect.poll(() => cards().length, PATIENT).toBeGreaterThan(0);
}

test.each(['TIMESPAN', 'WEEK'])(
  'OFFER-07 OFFER-18 of 5,000 groups twenty are drawn, twenty more when wanted, any when searched for: %s',
  { timeout: 3 * PATIENT.timeout },
  async (period) => {
    await openLargeMenu(5_000, 1, period);
    const friday = page.getByRole('region', { name: /Friday/ });
    const saturday = page.getByRole('region', { name: /Saturday/ });
    for (const shown of [friday, saturday]) expect(shown.getByRole('article').elements()).toHaveLength(20);
    await userEvent.click(page.getByRole('button', { name: 'Show more groups' }).first());
    await expect.poll(shownDishes).toContain('Dish 39');
    // The board of a week extends all its days at once, elsewhere each day extends itself.
    expect(friday.getByRole('article').elements()).toHaveLength(40);
    expect(saturday.getByRole('article').elements()).toHaveLength(period === 'WEEK' ? 40 : 20);
    expect(document.activeElement?.textContent).toMatch(/^Group 20/);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search dishes' }), 'dish 2499');
    await expect.poll(shownDishes).toEqual(['Dish 2499']);
  },
);

test('OFFER-18 SHELL-03 a dish that a search leaves out stands there again as it was left, once the box is emptied', async () => {
  await openLargeMenu(20, 5);
  const search = page.getByRole('searchbox', { name: 'Search dishes' });
  const left = page.getByRole('article', { name: 'Dish 3' }).element();
  await userEvent.fill(search, 'dish 17');
  await expect.poll(shownDishes).toEqual(['Dish 17']);
  expect(page.getByRole('heading', { name: /^Group|^Friday/ }).elements()).toHaveLength(1);
  await userEvent.fill(search, 'nothing of the kind');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
  await userEvent.fill(search, '');
  await expect.poll(() => cards().length).toBe(20);
  expect(page.getByRole('article', { name: 'Dish 3' }).element()).toBe(left);
});

test('OFFER-06 OFFER-07 on a phone what is far from the window costs nothing, and is there for all who come to it', async () => {
  await page.viewport(390, 844);
  await openLargeMenu(400, 10);
  const heading = (group: number) =>
    page.getByRole('heading', { name: `Group ${group}`, exact: true }).element();
  const isLaidOut = (group: number) => heading(group).checkVisibility({ contentVisibilityAuto: true });
  expect(cards()).toHaveLength(400);
  await expect.poll(() => isLaidOut(0)).toBe(true);
  expect(isLaidOut(30)).toBe(false);
  // From the last button of a group that is not laid out to the first of the next.
  page
    .getByRole('button', { name: /^Order, Dish 309,/ })
    .element()
    .focus();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.closest('section')).toBe(heading(31).closest('section'));
  await expect.poll(() => isLaidOut(31)).toBe(true);
  const focused = document.activeElement;
  // The heading of the day stays in sight above it.
  heading(20).scrollIntoView({ block: 'center' });
  const { top, left, height } = heading(20).getBoundingClientRect();
  expect(document.elementFromPoint(left + 5, top + height / 2)).toBe(heading(20));
  await expect.poll(() => isLaidOut(20)).toBe(true);
  await expect.poll(() => isLaidOut(0)).toBe(false);
  expect(Math.abs(heading(20).getBoundingClientRect().top - top)).toBeLessThan(1);
  expect(document.activeElement).toBe(focused);
});

test('OFFER-07 on a tablet, where the height of a group is not known before, every group is laid out', async () => {
  await page.viewport(800, 900);
  await openLargeMenu(400, 10);
  const last = page.getByRole('heading', { name: 'Group 39', exact: true }).element();
  expect(last.checkVisibility({ contentVisibilityAuto: true })).toBe(true);
});

test(
  'OFFER-18 on a phone nothing jumps where a search has left less than was seen before',
  { timeout: 3 * PATIENT.timeout },
  async () => {
    await page.viewport(360, 740);
    await openLargeMenu(400, 10);
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const headings = () => page.getByRole('heading', { name: /^Group/ }).elements();
    for (const heading of headings()) {
      heading.scrollIntoView();
      await frame();
    }
    await userEvent.click(page.getByRole('button', { name: 'Search dishes' }));
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search dishes' }), '5');
    await expect.poll(() => cards().length).toBeLessThan(100);
    // The page grows shorter as its end comes near.
    await expect
      .poll(async () => {
        scrollTo(0, document.documentElement.scrollHeight);
        const { scrollHeight } = document.documentElement;
        await frame();
        await frame();
        return scrollHeight - document.documentElement.scrollHeight;
      })
      .toBe(0);
    let jump = 0;
    while (scrollY > 300 && Math.abs(jump) <= 1) {
      const seen = cards().find((card) => card.getBoundingClientRect().top > 0);
      const before = seen?.getBoundingClientRect().top ?? Number.NaN;
      scrollBy(0, -300);
      await frame();
      await frame();
      jump = (seen?.getBoundingClientRect().top ?? Number.NaN) - before - 300;
    }
    expect(Math.abs(jump)).toBeLessThanOrEqual(1);
  },
);

test('OFFER-36 a day whose answer never comes holds nobody up, and one that comes late is not shown', async () => {
  const server = await startTestServer({
    seed: [main, dish('Broth'), dish('Roast', { day: SATURDAY }), dish('Cake', { day: SUNDAY })],
  });
  const held = await server.fault(new RegExp(`canteenmenu.*from=${SATURDAY}`), { hold: true });
  await renderApp(`/offer/DAY?day=${FRIDAY}`, { server });
  await expect.poll(shownDishes).toEqual(['Broth']);
  // What the browser keeps of answers is full after 250 of them.
  performance.clearResourceTimings();
  await userEvent.click(day(/^Saturday 21/));
  await expect.element(page.getByText('Loading the menu')).toBeInTheDocument();
  expect(shownDishes()).toEqual([]);
  await userEvent.click(day(/^Sunday 22/));
  await expect.poll(shownDishes).toEqual(['Cake']);
  await held.release();
  // The late answer has arrived, or was given up.
  const late = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes(`from=${SATURDAY}`));
  await expect.poll(late).not.toEqual([]);
  expect(shownDishes()).toEqual(['Cake']);
  await userEvent.click(day(/^Friday 20/));
  await expect.poll(shownDishes).toEqual(['Broth']);
  await expect.element(day(/^Friday 20/)).toHaveAttribute('aria-pressed', 'true');
});

test('OFFER-20 OFFER-21 an address of a canteen nobody knows shows the one that would be shown without it', async () => {
  const seed = [main, garden, dish('Broth'), dish('Salad', { canteenId: '$garden' })];
  const { server } = await renderApp('/offer/DAY?canteen=999999', {
    seed,
    config: { defaultCanteen: 'garden' },
  });
  await expect.poll(shownDishes).toEqual(['Salad']);
  await expect.element(page.getByRole('button', { name: 'Canteen: Garden canteen' })).toBeVisible();
  expect(await server.requests(/canteenId=999999/)).toEqual([]);
});
