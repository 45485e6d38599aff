import type { Locator, Page } from '@playwright/test';

import type { Demo } from './demo.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { mailedLink } from './mailbox.ts';
import { manage } from './refectory.ts';
import { inCart } from './shop.ts';

/** More stops than any page of these has before the control that is wanted. */
const MOST_STOPS = 250;

/** Goes on with the Tab key until a control has the focus, as somebody without a pointer does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key never came to ${String(control)}`);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('main').getByRole('textbox', { name: label, exact: true });
  await tabTo(page, box);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await expect(box).toHaveValue(text);
}

async function pressButton(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

/** Adds a customer to the demo; gives their password. */
function addCustomer(demo: Demo, userName: string, ...options: string[]): string {
  return (
    manage(demo, 'customer', 'add', userName, ...options)
      .trim()
      .split(/\s+/)
      .at(-1) ?? ''
  );
}

/** Opens the link of the newest mail to an address. */
async function followMail(page: Page, address: string, subject = ''): Promise<void> {
  await tabTo(page, await mailedLink(page, address, subject));
  await page.keyboard.press('Enter');
}

const secret = 'svíčková se šesti';

test(
  'login, terms, contact details, password, comment, checkout and top-up are filled in and sent by the keyboard alone',
  {
    tag: '@desk',
  },
  async ({ page, demo }) => {
    const userName = 'klara';
    const password = addCustomer(demo, userName, '--first-name', 'Klára', '--last-name', 'Malá');
    manage(demo, 'top-up', userName, '500');
    const notifications = page.getByRole('region', { name: 'Notifications' });

    // The login, and the terms that come over the page after it.
    await page.goto('/profile/edit');
    await typeInto(page, 'User name', userName);
    await typeInto(page, 'Password', password);
    await page.keyboard.press('Enter');
    const terms = page.getByRole('dialog', { name: 'Terms of use' });
    await tabTo(page, terms.getByRole('button', { name: 'Accept' }));
    await page.keyboard.press('Enter');
    await expect(terms).toBeHidden();

    // The contact details and the password, which are two forms of one page.
    await typeInto(page, 'E-mail', `${userName}@example.org`);
    await page.keyboard.press('Enter');
    await expect(notifications.getByText('Your details are saved.')).toBeVisible();
    await typeInto(page, 'Current password', password);
    await typeInto(page, 'New password', secret);
    await typeInto(page, 'Password again', secret);
    await page.keyboard.press('Enter');
    await expect(notifications.getByText('Your password is changed.')).toBeVisible();

    // A comment, whose lines Enter breaks: its button sends it.
    await page.goto('/profile/comment');
    await expectAccessible(page);
    await typeInto(page, 'Your comment', 'The soup was good.');
    await pressButton(page, 'Send');
    await expect(notifications.getByText(/^Your comment was sent\./)).toBeVisible();

    // The cart: delivery and payment are chosen with the arrows.
    await page.goto('/shop/login');
    await typeInto(page, 'User name', userName);
    await typeInto(page, 'Password', secret);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Period')).toBeVisible();
    await tabTo(
      page,
      page
        .getByRole('main')
        .getByRole('button', { name: /^Order,/ })
        .first(),
    );
    await page.keyboard.press('Enter');
    const cart = page.getByRole('banner').getByRole('link', { name: /^Cart:.* 1 item$/ });
    await expect(cart).toBeVisible();
    await page.goto('/shop/cart');
    await expect(inCart(page)).toHaveCount(1);
    for (const [group, choice] of [
      [/Delivery/, 'Take away'],
      [/Payment/, 'From my account'],
    ] as const) {
      await tabTo(page, page.getByRole('radiogroup', { name: group }).getByRole('radio').first());
      await page.keyboard.press('Space');
      await expect(page.getByRole('radio', { name: choice })).toBeChecked();
    }
    await pressButton(page, /CZK/);
    await expect(page.getByRole('heading', { name: 'Thank you', level: 1 })).toBeVisible();

    // The top-up, up to the page of the gateway.
    await page.goto('/profile/top-up');
    await typeInto(page, 'Amount', '100');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This is a sandbox: no money moves')).toBeVisible();
  },
);

test(
  'a forgotten password is reset by mail and by the keyboard alone, and signs in',
  { tag: '@desk' },
  async ({ page, demo }) => {
    const userName = 'lucie';
    const email = `${userName}@example.org`;
    addCustomer(demo, userName, '--first-name', 'Lucie', '--email', email);
    await page.goto('/forgotten-password');
    await expectAccessible(page);
    await typeInto(page, 'E-mail', email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    await expectAccessible(page);

    await followMail(page, email);
    await expect(page.getByRole('heading', { name: 'New password', level: 1 })).toBeVisible();
    await expectAccessible(page);
    await typeInto(page, 'New password', secret);
    await typeInto(page, 'Password again', secret);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
    await expect(page).toHaveURL(/\/offer/);
    await page.goto('/login');
    await signIn(page, userName, { password: secret });
    await expect(page).not.toHaveURL(/\/login$/);
  },
);

test(
  'a company registers by mail and by the keyboard alone, once its number is right',
  { tag: '@desk' },
  async ({ page, observer }) => {
    observer.expect(/^error at \/registration: The provided information is incorrect or empty\./);
    const email = 'pekarstvi@example.org';
    await page.goto('/registration');
    await tabTo(page, page.getByRole('main').getByRole('radio').first());
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Company', exact: true })).toBeChecked();
    await expectAccessible(page);
    await typeInto(page, 'E-mail', email);
    await typeInto(page, 'Company name', 'Pekařství Na Rohu');
    const number = page.getByRole('textbox', { name: 'Company number', exact: true });
    await typeInto(page, 'Company number', '1234');
    await page.keyboard.press('Enter');
    // Whoever sees nothing is led to what is wrong, and told.
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(/A company number has eight digits/);
    await typeInto(page, 'Company number', '12345678');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();

    await followMail(page, email);
    await typeInto(page, 'Password', secret);
    await typeInto(page, 'Password again', secret);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your registration is finished' })).toBeVisible();
  },
);

test('a card is changed and revoked by the keyboard alone', { tag: '@desk' }, async ({ page, demo }) => {
  const userName = 'marta';
  const email = `${userName}@example.org`;
  const password = addCustomer(demo, userName, '--first-name', 'Marta', '--email', email);
  await page.goto('/profile/manage-card');
  await typeInto(page, 'User name', userName);
  await typeInto(page, 'Password', password);
  await page.keyboard.press('Enter');
  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  await tabTo(page, terms.getByRole('button', { name: 'Accept' }));
  await page.keyboard.press('Enter');
  await expect(terms).toBeHidden();

  await typeInto(page, 'New card number', '04:A1:B2:C3:D4:E5:91');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The new card works once you open the link in it.')).toBeVisible();
  await followMail(page, email, 'Confirm your new card');
  await expect(page.getByRole('heading', { name: 'Your card was changed' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Go to your card' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  await pressButton(page, 'Revoke the card');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke the card' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('The card is revoked when you open the link in it.')).toBeVisible();
  await followMail(page, email, 'Confirm the revocation of your card');
  await expect(page.getByRole('heading', { name: 'Your card was revoked' })).toBeVisible();
});
