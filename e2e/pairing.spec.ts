import type { Page } from '@playwright/test';

import { expect, expectAccessible, signIn, test } from './fixtures.ts';

/** Has the loyalty system ask a customer, under a name by which the request is found again. */
async function ask(partner: Page, userName: string, name: string): Promise<void> {
  await partner.goto('/partner');
  await partner.getByLabel('Customer').selectOption(userName);
  await partner.getByLabel('Their name here').fill(name);
  await partner.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(partner.getByRole('heading', { name: `${userName} was asked` })).toBeVisible();
}

const requestOf = (partner: Page, name: string) => partner.getByRole('article').filter({ hasText: name });

test('a pairing is confirmed, ended by the other system, declined, and missed', async ({
  page,
  otherPage,
  observer,
}) => {
  const open = async (label: string) => {
    const path = (await otherPage.getByRole('link', { name: label }).getAttribute('href')) ?? '';
    await page.goto(path);
  };

  await page.goto('/login');
  await signIn(page, 'petr');
  await expect(page).toHaveURL(/\/offer\/DAY/);

  await ask(otherPage, 'petr', 'to confirm');
  await expectAccessible(otherPage);
  await open('Answer signed in');
  await page.getByRole('button', { name: /^Confirm/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(async () => {
    await otherPage.goto('/partner');
    await expect(requestOf(otherPage, 'to confirm')).toContainText('valid', { timeout: 500 });
  }).toPass();
  await requestOf(otherPage, 'to confirm').getByRole('button', { name: 'End the pairing' }).click();
  await expect(requestOf(otherPage, 'to confirm')).toContainText('invalid');

  await ask(otherPage, 'petr', 'to decline');
  await open('Decline without signing in');
  await expect(async () => {
    await otherPage.goto('/partner');
    await expect(requestOf(otherPage, 'to decline')).toContainText('rejected', { timeout: 500 });
  }).toPass();

  await ask(otherPage, 'petr', 'to miss');
  const path = (await otherPage.getByRole('link', { name: 'Answer signed in' }).getAttribute('href')) ?? '';
  await requestOf(otherPage, 'to miss').getByRole('button', { name: 'Let the time run out' }).click();
  await expect(requestOf(otherPage, 'to miss')).toContainText('missed');
  observer.expect(/^error at \/pairing\/\S+: The request was missed/);
  await page.goto(path);
  await expect(page.getByText('The request was missed: its time is over')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);
});
