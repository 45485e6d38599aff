import { expect, firstDish, signIn, test } from './fixtures.ts';

// What watches every journey must see what it watches for.

test('the observer sees an error that a call brought, and takes it where the journey names it', async ({
  page,
  observer,
}) => {
  await page.goto('/login');
  await page.getByLabel('User name').fill('jana');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  const wrong = /^error at \/login: Wrong credentials \(after POST .*\/customer\/login 401\)$/;
  await expect.poll(() => observer.findings()).toContainEqual(expect.stringMatching(wrong));
  observer.expect(wrong);
  expect(observer.findings()).toEqual([]);
  await signIn(page, 'jana');
  await expect(page).toHaveURL(/\/offer\/DAY/);
});

test('the observer sees an error under a dish though no call failed', async ({ page, observer }) => {
  await page.goto('/offer/DAY');
  await firstDish(page).evaluate((card) => {
    const note = document.createElement('p');
    note.textContent = 'There was an error.';
    note.style.color = 'var(--paprika-text)';
    // Over the card, so that nothing moves.
    note.style.position = 'absolute';
    card.append(note);
  });
  const error = 'error at /offer/DAY: There was an error. (though no call failed)';
  await expect.poll(() => observer.findings()).toEqual([error]);
  observer.expect(/There was an error/);
});

test('the observer sees a control that stays busy after its answer', async ({ page, observer }) => {
  await page.goto('/offer/DAY');
  const button = firstDish(page).getByRole('button', { name: /^Order,/ });
  const name = await button.getAttribute('aria-label');
  await button.evaluate((element) => element.setAttribute('aria-busy', 'true'));
  await expect.poll(() => observer.findings()).toEqual([`busy at /offer/DAY: ${name}`]);
  observer.expect(/^busy at /);
});

test('the observer sees what moves although nobody touched it', async ({ page, observer }) => {
  await page.goto('/offer/DAY');
  await expect(firstDish(page)).toBeVisible();
  await page.getByRole('main').evaluate((main) => {
    const block = document.createElement('div');
    block.style.height = '100px';
    main.prepend(block);
  });
  await expect
    .poll(() => observer.findings())
    .toContainEqual(expect.stringMatching(/^moved at \/offer\/DAY: /));
  observer.expect(/^moved at /);
});
