import type { Page } from '@playwright/test';

import { expect, expectAccessible, test } from './fixtures.ts';
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
  await expect(page).not.toHaveURL(/\/login$/);
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
