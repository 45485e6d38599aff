import type { Locator, Page } from '@playwright/test';

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

/** Follows the link of the newest mail to an address. */
async function followMail(page: Page, address: string): Promise<void> {
  await (await mailedLink(page, address)).click();
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

test('a company registers by mail, once its number is right', async ({ page, observer }, {
  project,
  retry,
}) => {
  observer.expect(/^error at \/registration: The provided information is incorrect or empty\./);
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

test('who signs out in one tab is out in the other', async ({ page, context, observer }) => {
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
});

test('a customer at home who does nothing is warned, and signed out when the time is up', async ({
  page,
  demo,
  observer,
}) => {
  // The header becomes a guest's without a press, and the warning has the colour of one.
  observer.expect(/^moved at \/webcare\//);
  observer.expect(/^error at \/webcare\/\S+: You will be signed out soon, /);
  await page.clock.install({ time: Date.now() + demo.aheadMs });
  await page.goto('/webcare/login');
  await signIn(page, 'eva');
  await expect(page.getByRole('banner').getByText('Eva Malá').first()).toBeAttached();
  await page.goto('/webcare/profile/transactions');
  await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible();
  // What waits for an answer would wait too long when the clock is put forward.
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
  await expect(page.getByText('You were signed out, since nothing happened here for a while.')).toBeVisible();
  await expect(page).toHaveURL(/\/webcare\/login$/);
  await expect(page.getByText('Eva Malá')).toHaveCount(0);
});

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

test('TERMS-03 MODAL-03 neither Escape nor a press beside it nor Back closes the terms or the question of a logout', async ({
  page,
  demo,
}, { project, retry }) => {
  const userName = `ota-${project.name.replaceAll(/\W/g, '')}-${retry}`;
  const password = addCustomer(demo, userName);
  await page.goto('/offer/DAY');
  // Within the page: Back to another document would leave the application.
  await openMenu(page);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('User name', { exact: true }).fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
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
}, { project, retry }) => {
  // Four people's worth of signing in and out.
  test.slow();
  const name = `dana-${project.name.replaceAll(/\W/g, '')}-${retry}`;
  const [home, work] = [`${name}@example.org`, `${name}.in.a.company.with.a.very.long.name@example.net`];
  // Whoever registers is called by their address.
  const password = addCustomer(demo, home, '--last-name', 'Malá', '--email', home);
  const note = page.getByText(`We sent a link to ${work}. Until you open it, you sign in with ${home}.`);
  const signInAs = async (place: Page | Locator, userName: string) => {
    await place.getByLabel('User name', { exact: true }).fill(userName);
    await place.getByLabel('Password', { exact: true }).fill(password);
    await place.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto('/profile/edit');
  await signInAs(page.getByRole('main'), home);
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
  await signInAs(page.getByRole('dialog', { name: 'Sign in' }), home);
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
  await signInAs(page.getByRole('main'), work);
  await expect(address).toHaveValue(work);
  await expect(note).toBeHidden();
});
