import type { Locator, Page } from '@playwright/test';

import {
  balanceOf,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  firstDish,
  orderFirstDish,
  signIn,
  signInToMenu,
  test,
  chooseLanguage,
} from './fixtures.ts';

/** The balance as the header shows it, in hundredths. */
function hundredths(text: string): number {
  return Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100);
}

const questionOn = (page: Page) => page.getByRole('dialog', { name: 'Please confirm' });

/** Presses what asks a question: a press within half a second of the one before is dropped (OQ-35). */
const pressUntilAsked = (button: Locator, question: Locator) =>
  expect(async () => {
    if (!(await question.isVisible())) await button.click({ timeout: 1_000 });
    await expect(question).toBeVisible({ timeout: 1_000 });
  }).toPass();

test(
  'a customer signs in, orders a dish, sees it and the money move, and cancels it',
  { tag: ['@both', '@late'] },
  async ({ page }) => {
    await page.goto('/orders');
    await expect(page).toHaveURL(/\/login$/);
    await expectAccessible(page);
    await signIn(page, 'jana');

    // The page that was wanted is shown after the login.
    await expect(page).toHaveURL(/\/orders$/);
    await expect(page.getByText('Nothing ordered at the moment')).toBeVisible();
    const balance = balanceOf(page);
    const before = hundredths((await balance.textContent()) ?? '');
    await expectAccessible(page);

    await page.getByRole('link', { name: 'To the menu' }).click();
    await expect(page).toHaveURL(/\/offer\/DAY/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tuesday 24. November');
    await expectNoSidewaysScroll(page);

    const price = hundredths(
      await firstDish(page)
        .getByText(/^CZK\s[\d,]+\.\d\d$/)
        .innerText(),
    );
    const { name, card } = await orderFirstDish(page);
    await expect(card.getByText(/cancel until 10:00/)).toBeVisible();
    await expect.poll(async () => hundredths((await balance.textContent()) ?? '')).toBe(before - price);
    await expectAccessible(page);

    await page.goto('/orders');
    const row = page.getByRole('article', { name });
    await expect(row).toContainText('1×');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await row.getByRole('button', { name: /^Cancel,/ }).click();
    await expect(page.getByText('Nothing ordered at the moment')).toBeVisible();
    await expect.poll(async () => hundredths((await balance.textContent()) ?? '')).toBe(before);
  },
);

test(
  'a second portion of a dish is asked about, and ordered only after a yes',
  { tag: '@late' },
  async ({ page }) => {
    await signInToMenu(page, 'blok');
    const { name, card } = await orderFirstDish(page);

    const again = card.getByRole('button', { name: /^One more,/ });
    const question = questionOn(page);
    await pressUntilAsked(again, question);
    await expect(question).toContainText('you will have 2 portions.');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toBeHidden();
    await expect(again).not.toHaveAttribute('aria-busy');
    await expect(card.getByText('Ordered', { exact: true })).toBeVisible();

    await pressUntilAsked(again, question);
    await question.getByRole('button', { name: /^Yes, for CZK/ }).click();
    await expect(card.getByText('Ordered 2×', { exact: true })).toBeVisible();

    await page.goto('/orders');
    const rows = page.getByRole('article', { name, exact: true });
    await expect(rows).toHaveCount(2);
    for (const left of [1, 0]) {
      await rows
        .first()
        .getByRole('button', { name: /^Cancel,/ })
        .click();
      await expect(rows).toHaveCount(left);
    }
  },
);

test('a second main dish for one time is asked about, and ordered only after a yes', async ({ page }) => {
  await signInToMenu(page, 'karta');
  const mains = page.getByRole('region', { name: 'Main dishes' });
  const next = mains.getByRole('button', { name: /^Order,/ }).first();
  const ordered = mains.getByText('Ordered', { exact: true });
  await next.click();
  await expect(ordered).toHaveCount(1);

  const question = questionOn(page);
  await pressUntilAsked(next, question);
  await expect(question).toContainText('2 main dishes in all?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toBeHidden();
  await expect(ordered).toHaveCount(1);

  await pressUntilAsked(next, question);
  await question.getByRole('button', { name: 'Yes, this one too' }).click();
  await expect(ordered).toHaveCount(2);

  for (const left of [1, 0]) {
    await mains
      .getByRole('button', { name: /^Cancel,/ })
      .first()
      .click();
    await expect(ordered).toHaveCount(left);
  }
});

test(
  'the week stands as on a printed menu, in every language',
  { tag: '@both' },
  async ({ page, observer }) => {
    // Words of another language are longer or shorter, also where they come late.
    observer.expect(/^moved at /);
    await page.goto('/offer/WEEK');
    await expect(page.getByRole('heading', { name: 'Tuesday 24. November' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Friday 27. November' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    for (const [code, heading] of [
      ['cs', 'úterý 24. listopadu'],
      ['pl', 'wtorek 24. listopada'],
      ['sk', 'utorok 24. novembra'],
    ] as const) {
      await chooseLanguage(page, code);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expectNoSidewaysScroll(page);
    }
  },
);

test('too little money, a guest, and a wrong password are told, and nothing is charged', async ({
  page,
  observer,
}) => {
  observer.expect(/^error at .*: Wrong credentials \(after POST .* 401\)$/);
  observer.expect(/^error at .*: Sorry, your wallet balance is not sufficient\..* \(after POST .* 400\)$/);
  // The way out that stands in the same text.
  observer.expect(/^error at .*: Top up your account \(after POST .* 400\)$/);
  await page.goto('/offer/DAY');
  await page
    .getByRole('button', { name: /^Order,/ })
    .first()
    .click();
  const login = page.getByRole('dialog', { name: 'Sign in' });
  await login.getByLabel('User name').fill('petr');
  await login.getByLabel('Password', { exact: true }).fill('wrong');
  await login.getByRole('button', { name: 'Sign in' }).click();
  await expect(login.getByText('Wrong credentials')).toBeVisible();
  await expect(login.getByLabel('User name')).toHaveValue('petr');
  await login.getByLabel('Password', { exact: true }).fill('refectory');
  await login.getByRole('button', { name: 'Sign in' }).click();
  await expect(login).toBeHidden();
  await expect(page).toHaveURL(/\/offer\/DAY/);
  await page
    .getByRole('button', { name: /^Order,/ })
    .first()
    .click();
  await expect(
    page.getByRole('article').getByText(/wallet balance is not sufficient\. You were not charged/),
  ).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByText('No records to display')).toBeVisible();
});
