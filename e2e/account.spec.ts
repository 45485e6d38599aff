import type { Page } from '@playwright/test';

import {
  chooseLanguage,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openMenu,
  signIn,
  signInToMenu,
  test,
} from './fixtures.ts';
import { mailedLink } from './mailbox.ts';
import { refectory } from './refectory.ts';
import { signInByCalls } from './sign-in-by-calls.ts';

/** Follows the link of the newest mail to an address. */
async function followMail(page: Page, address: string): Promise<void> {
  await (await mailedLink(page, address)).click();
}

/** Types both passwords and sends the form, by the keyboard alone. */
async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Password', exact: true }).focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

const secret = 'svíčková se šesti';

test('a person registers by mail, by the keyboard alone, and signs in', async ({ page }) => {
  const address = 'zuzana@example.org';
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
  await choosePassword(page, secret);
  await expect(page.getByRole('heading', { name: 'Your registration is finished' })).toBeVisible();
  await page.goto('/login');
  await signIn(page, address, { password: secret });

  // Nobody orders before they accepted the terms, and who declines is signed out.
  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  await terms.getByRole('button', { name: 'Decline and sign out' }).click();
  await expect(terms).toBeHidden();
  await page.goto('/login');
  await signIn(page, address, { password: secret });
  await expectAccessible(page);
  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(terms).toBeHidden();
  await page.goto('/offer/DAY');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(terms).toBeHidden();
});

test('a profile is edited in Polish', { tag: '@both' }, async ({ page }) => {
  await signInByCalls(page, 'petr');
  await page.goto('/profile/edit');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Petr');
  await chooseLanguage(page, 'pl');
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

test(
  'who signs out in one tab is out in the other',
  { tag: '@desk' },
  async ({ page, context, observer }) => {
    // The header of the other tab becomes a guest's without a press in it.
    observer.expect(/^moved at \/offer\/DAY: (?:FORM|BUTTON "" from \d+ 2 |SPAN "Cart|DIV "English|NAV)/);
    await signInToMenu(page, 'eva');
    const other = await context.newPage();
    await other.goto('/profile/edit');
    await expect(other.getByRole('textbox', { name: 'First name' })).toHaveValue('Eva');
    // A browser may draw nothing in a tab that is behind another.
    await page.bringToFront();
    await openMenu(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Yes' }).click();
    await expect(other.getByRole('textbox', { name: 'First name' })).toHaveCount(0);
    await expect(other.getByText('Eva Malá')).toHaveCount(0);
  },
);

test(
  'a customer at home who does nothing is warned, and signed out when the time is up',
  { tag: '@desk' },
  async ({ page, demo, observer }) => {
    // The header becomes a guest's without a press, and the warning has the colour of one.
    observer.expect(/^moved at \/webcare\//);
    observer.expect(/^error at \/webcare\/\S+: You will be signed out soon, /);
    await page.clock.install({ time: Date.now() + demo.aheadMs });
    await page.goto('/webcare/profile/transactions');
    await signIn(page, 'eva');
    await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible();
    // A call that is under way when the clock is put forward would time out.
    await expect(page.getByRole('table').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const warning = page.getByRole('timer');

    // A quarter of an hour, of which the last 20 s are warned of.
    await page.clock.fastForward('14:30');
    await expect(warning).toHaveCount(0);
    await page.clock.fastForward(15_000);
    await expect(warning).toHaveText(/^You will be signed out in \d+ seconds?$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(warning).toHaveCount(0);

    await page.clock.fastForward('14:45');
    await expect(warning).toBeVisible();
    await page.clock.fastForward('00:20');
    await expect(
      page.getByText('You were signed out, since nothing happened here for a while.'),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/webcare\/login$/);
    await expect(page.getByText('Eva Malá')).toHaveCount(0);
  },
);

/** Adds a customer, and gives the password that the command shows. */
function addCustomer(
  demo: Parameters<typeof refectory>[0],
  userName: string,
  ...more: readonly string[]
): string {
  const { status, stdout, stderr } = refectory(
    demo,
    'customer',
    'add',
    userName,
    '--first-name',
    'Ota',
    ...more,
  );
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim().split(/\s+/).at(-1) ?? '';
}

test('TERMS-03 MODAL-03 neither Escape nor a press beside it nor Back closes the terms or the question of a logout, and Yes signs out', async ({
  page,
  demo,
}) => {
  const userName = 'ota';
  const password = addCustomer(demo, userName, '--last-name', 'Vrba');
  await page.goto('/offer/DAY');
  // Within the page: Back to another document would leave the application.
  await openMenu(page);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, userName, { password });
  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  const question = page.getByRole('dialog', { name: 'Sign out?' });
  const staysOpen = async (dialog: typeof terms) => {
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(3, 3);
    await page.goBack();
    await expect(page).toHaveURL(/\/offer\/DAY/);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveCount(2);
  };
  await staysOpen(terms);
  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(terms).toBeHidden();
  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await staysOpen(question);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Ota Vrba').first()).toBeAttached();

  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(question).toBeHidden();
  await openMenu(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Ota Vrba')).toHaveCount(0);
});

test('what was typed is not left by Back, a link or a reload without a question', async ({ page }) => {
  await signInToMenu(page, 'karta');
  await openMenu(page);
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Comment' }).click();
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  const message = page.getByRole('textbox', { name: 'Your comment' });
  await message.focus();
  await page.reload();
  expect(questions).toEqual([]);

  await message.fill('The soup');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goBack();
  await expect(question).toBeVisible();
  // Back closes the question, and the page stays.
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(message).toHaveValue('The soup');
  await page.reload();
  await expect(message).toHaveValue('');
  expect(questions).toEqual(['beforeunload']);

  // As far as was wanted: several steps back, chosen from the list of the button, are several.
  await message.fill('The soup');
  await page.evaluate(() => history.go(-2));
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/offer\/DAY/);
});

test('C144 another address is confirmed by mail, and counts for the sign-in from then on', async ({
  page,
  demo,
}) => {
  const home = 'dana@example.org';
  const work = 'dana.novotna.in.a.company.with.a.very.long.name@example.net';
  // Whoever registers is called by their address.
  const password = addCustomer(demo, home, '--last-name', 'Malá', '--email', home);
  const note = page.getByText(`We sent a link to ${work}. Until you open it, you sign in with ${home}.`);
  await page.goto('/profile/edit');
  await signIn(page, home, { password });
  const terms = page.getByRole('dialog', { name: 'Terms of use' });
  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(terms).toBeHidden();

  const address = page.getByRole('textbox', { name: 'E-mail' });
  await expect(address).toHaveValue(home);
  await address.fill(work);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(note).toBeVisible();
  await expect(address).toHaveValue(home);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The mail is read where nobody is signed in.
  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(note).toBeHidden();
  await followMail(page, work);
  await expect(page.getByRole('heading', { name: 'Sign in to confirm your address' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await signIn(page, home, { password, place: page.getByRole('dialog', { name: 'Sign in' }) });
  await expect(page.getByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeVisible();
  await expect(page.getByText(`From now on you sign in with ${work}.`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(page.getByText('This link was already used. It works only once.')).toBeVisible();

  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Yes' }).click();
  await page.goto('/profile/edit');
  await signIn(page, work, { password });
  await expect(address).toHaveValue(work);
  await expect(note).toBeHidden();
});
