import type { Page } from '@playwright/test';

import { chooseLanguage, expect, expectAccessible, openMenu, signInToMenu, test } from './fixtures.ts';
import { refectory } from './refectory.ts';

/** Follows the link of the newest mail to an address. */
async function followMail(page: Page, address: string): Promise<void> {
  const mail = page.getByRole('article').filter({ hasText: address }).first();
  await expect(async () => {
    await page.goto('/mailbox');
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.getByRole('link').first().click();
}

/** Types both passwords and sends the form, by the keyboard alone. */
async function choosePassword(page: Page, label: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

const secret = 'svíčková se šesti';

async function signInWith(page: Page, userName: string): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a person registers by mail, by the keyboard alone, and signs in', async ({ page }, {
  project,
  retry,
}) => {
  const address = `zuzana.${project.name.replaceAll(/\W/g, '')}${retry}@example.org`;
  await page.goto('/registration');
  await page.getByRole('textbox', { name: 'E-mail' }).focus();
  await expectAccessible(page);
  for (const text of [address, 'Zuzana', 'Malá']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();

  await followMail(page, address);
  await choosePassword(page, 'Password', secret);
  await expect(page.getByRole('heading', { name: 'Your registration is finished' })).toBeVisible();
  await page.goto('/login');
  await signInWith(page, address);

  // Nobody orders before they accepted the terms, and who declines is signed out.
  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  await terms.getByRole('button', { name: 'Decline and sign out' }).click();
  await expect(terms).toBeHidden();
  await page.goto('/login');
  await signInWith(page, address);
  await expectAccessible(page);
  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(terms).toBeHidden();
  await page.goto('/offer/DAY');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(terms).toBeHidden();
});

test('a company registers by mail, once its number is right', async ({ page }, { project, retry }) => {
  const address = `pekarna.${project.name.replaceAll(/\W/g, '')}${retry}@example.org`;
  await page.goto('/registration');
  await page.getByText('Company', { exact: true }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address);
  await page.getByRole('textbox', { name: 'Company name' }).fill('Pekárna U Mlýna');
  await page.getByRole('textbox', { name: 'Company number' }).fill('1234');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A company number has eight digits')).toBeVisible();
  await page.getByRole('textbox', { name: 'Company number' }).fill('12345678');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await followMail(page, address);
  await choosePassword(page, 'Password', secret);
  await expect(page.getByRole('heading', { name: 'Your registration is finished' })).toBeVisible();
});

test('a forgotten password is set anew by mail', async ({ page, demo }, { project, retry }) => {
  // Whoever the other journeys sign in as keeps their password.
  const userName = `vera-${project.name.replaceAll(/\W/g, '')}-${retry}`;
  const address = `${userName}@example.org`;
  const { status, stderr } = refectory(
    demo,
    'customer',
    'add',
    userName,
    '--first-name',
    'Věra',
    '--email',
    address,
  );
  expect([status, stderr]).toEqual([0, '']);
  await page.goto('/forgotten-password');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await followMail(page, address);
  await choosePassword(page, 'New password', secret);
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  await expect(page).toHaveURL(/\/offer/);
  await page.goto('/login');
  await signInWith(page, userName);
  await expect(page).not.toHaveURL(/\/login$/);
});

test('a profile is edited in Polish', async ({ page }) => {
  await signInToMenu(page, 'petr');
  await chooseLanguage(page, 'pl');
  await page.goto('/profile/edit');
  const name = page.getByRole('textbox', { name: 'Imię' });
  await expect(name).toHaveValue('Petr');
  await expectAccessible(page);
  for (const [before, now] of [
    ['Petr', 'Piotr'],
    ['Piotr', 'Petr'],
  ] as const) {
    await expect(name).toHaveValue(before);
    await name.fill(now);
    await page.getByRole('button', { name: 'Zapisz' }).click();
    await expect(page.getByText('Dane zostały zapisane.').first()).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue(now);
  }
  // The language is the customer's, whom other journeys read in English.
  const told = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/customer'),
  );
  await chooseLanguage(page, 'en');
  await told;
});

test('who signs out in one tab is out in the other', async ({ page, context }) => {
  await signInToMenu(page, 'eva');
  const other = await context.newPage();
  await other.goto('/profile/edit');
  await expect(other.getByRole('textbox', { name: 'First name' })).toHaveValue('Eva');
  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(other.getByRole('textbox', { name: 'First name' })).toHaveCount(0);
  await expect(other.getByText('Eva Malá')).toHaveCount(0);
});
