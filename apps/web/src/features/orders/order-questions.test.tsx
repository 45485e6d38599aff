import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { DIRECT, said } from '../../../test/offer-page.ts';
import { pastThrottle } from '../../../test/past-throttle.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';
import type { TestServer } from '../../../test/test-server.ts';

const main = { make: 'canteen', as: 'main', with: { key: 'main', name: { en: 'Main canteen' } } } as const;
const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const broth = {
  make: 'offering',
  as: 'broth',
  with: { canteenId: '$main', product: { name: { en: 'Broth', cs: 'Vývar' } } },
} as const;
const ordered = { make: 'order', with: { customer: 'jana', offering: 'broth' } } as const;

const card = page.getByRole('article', { name: 'Broth', exact: true });
const order = card.getByRole('button', { name: /^(?:Order|One more),/ });
const question = page.getByRole('dialog', { name: 'Please confirm' });
const answers = () =>
  question
    .getByRole('button')
    .elements()
    .map((button) => button.textContent.trim() || button.getAttribute('aria-label'));

const renderOffer = (...more: (typeof ordered)[]) =>
  renderApp('/offer/DAY?day=2026-11-20', { seed: [main, jana, broth, ...more], as: 'jana' });

/** Has the next order asked about in this way, as a server does that is not ours. */
const ask = (server: TestServer, error: object, more: object = {}) =>
  server.fault(DIRECT, { answer: { status: 449, body: { success: false, ...more, error } } }, 1);

const sentForces = async (server: TestServer) =>
  (await server.requests(DIRECT)).map(({ headers }) => headers['x-asw-force']);

/** Presses the order button, past the throttle of the press before and the pause after an order. */
async function press() {
  await pastThrottle();
  await expect.element(order).not.toHaveAttribute('aria-disabled');
  await userEvent.click(order);
}

const two = {
  message: 'Two of the same?',
  answers: [
    { value: 'one', label: 'Only one' },
    { value: 'both', label: 'Both' },
  ],
};

describe('a question of any server', () => {
  test('ORD-11 MODAL-02 MODAL-06 ERR-02 API-06 API-49 is shown with its answers, and the order is sent again with the chosen one', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await ask(server, { force: two, message: 'Not this' }, { resultText: 'Nor this' });
    await userEvent.click(order);
    await expect.element(question.getByText('Two of the same?', { exact: true })).toBeVisible();
    expect(answers()).toEqual(['Only one', 'Both', 'Close']);
    await expect.element(order).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(question.getByRole('button', { name: 'Both' }));
    await expect.element(said(/^Ordered: /)).toBeVisible();
    await expect.element(card.getByText('Ordered', { exact: true })).toBeVisible();
    await expect.element(order).not.toHaveAttribute('aria-busy');

    const [first, second, ...others] = await server.requests(DIRECT);
    expect(others).toEqual([]);
    expect(first?.headers).not.toHaveProperty('x-asw-force');
    expect(second?.headers['x-asw-force']).toBe('both');
    expect(second?.body).toBe(first?.body);
    expect(first?.headers['idempotency-key']).toBeDefined();
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  test('ORD-12 API-06 MODAL-05 a second question adds its answer to the list, which ends with the order', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await ask(server, { force: { message: 'Nuts?', answers: ['nuts', 'no nuts', 'ask, later'] } });
    await userEvent.click(order);
    await expect.element(question.getByText('Nuts?')).toBeVisible();
    await ask(server, { force: two });
    await userEvent.click(question.getByRole('button', { name: 'ask, later' }));
    await expect.element(question.getByText('Two of the same?')).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Only one' }));
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(await sentForces(server)).toEqual([undefined, 'ask%2C%20later', 'ask%2C%20later,one']);

    await server.forgetRequests();
    await press();
    await expect.element(question).toBeVisible();
    expect(await sentForces(server)).toEqual([undefined]);
  });

  test.each([
    ['the cross', () => userEvent.click(question.getByRole('button', { name: 'Close' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ] as const)('ORD-13 closed by %s, nothing is sent again and nothing is said', async (_, close) => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await ask(server, { force: two });
    await userEvent.click(order);
    await expect.element(question).toBeVisible();
    await close();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(order).not.toHaveAttribute('aria-busy');
    await expect.element(order).toBeEnabled();
    expect(await sentForces(server)).toEqual([undefined]);
    expect(page.getByLabelText('Notifications').getByRole('paragraph').elements()).toEqual([]);
  });

  test.each([
    [{ force: { answers: ['yes'] }, message: 'By the error' }, { resultText: 'Not this' }, 'By the error'],
    [{ force: { answers: ['yes'] } }, { resultText: 'By the result' }, 'By the result'],
    [{ force: { answers: ['yes'] } }, {}, 'The canteen needs your answer to continue.'],
  ])(
    'MODAL-06 ERR-02 without a message of its own %j is asked in other words',
    async (error, more, words) => {
      const { server } = await renderOffer();
      await expect.element(order).toBeEnabled();
      await ask(server, error, more);
      await userEvent.click(order);
      await expect.element(question.getByText(words, { exact: true })).toBeVisible();
      // Where one answer is offered, No stands beside it.
      expect(answers()).toEqual(['No', 'yes', 'Close']);
      await userEvent.click(question.getByRole('button', { name: 'No' }));
      await expect.element(question).not.toBeInTheDocument();
      expect(await sentForces(server)).toEqual([undefined]);
    },
  );

  test('ERR-02 a 449 without a question is an error like any other', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await ask(server, { message: 'Not like this' });
    await userEvent.click(order);
    await expect.element(said('Not like this')).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  test('a server that asks without an end is given up after five answers, with a word', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await server.fault(DIRECT, {
      answer: {
        status: 449,
        body: { success: false, error: { force: { message: 'Sure?', answers: ['yes'] } } },
      },
    });
    await userEvent.click(order);
    for (let round = 1; round <= 5; round += 1) {
      await expect.poll(() => sentForces(server)).toHaveLength(round);
      await userEvent.click(question.getByRole('button', { name: 'yes' }));
    }
    await expect.element(said(/^There was an error\./)).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
    expect((await sentForces(server)).at(-1)).toBe('yes,yes,yes,yes,yes');
  });

  test('API-06 MODAL-05 an answer to a question of the application itself is never sent', async () => {
    const { server } = await renderOffer();
    await expect.element(order).toBeEnabled();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }).last());
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('link', { name: 'Sign in' }).last()).toBeVisible();
    const sent = await server.requests();
    expect(sent.length).toBeGreaterThan(0);
    for (const { headers } of sent) expect(headers).not.toHaveProperty('x-asw-force');
  });
});

describe('the questions of our server', () => {
  test('ORD-11 ORD-13 another portion is ordered only after a yes', async () => {
    const { server } = await renderOffer(ordered);
    await userEvent.click(order);
    await expect
      .element(
        question.getByText(
          'You have ordered “Broth” for Friday 20. November already. With this order for CZK\u00a0100.00 you will have 2 portions. Do you want that?',
        ),
      )
      .toBeVisible();
    expect(answers()).toEqual(['No', 'Yes, for CZK\u00a0100.00', 'Close']);
    await userEvent.click(question.getByRole('button', { name: 'No' }));
    await expect.element(order).not.toHaveAttribute('aria-busy');
    await expect.element(card.getByText('Ordered', { exact: true })).toBeVisible();
    expect(await sentForces(server)).toEqual([undefined]);

    await press();
    await userEvent.click(question.getByRole('button', { name: 'Yes, for CZK\u00a0100.00' }));
    await expect.element(card.getByText('Ordered 2×', { exact: true })).toBeVisible();
    expect(await sentForces(server)).toEqual([undefined, undefined, expect.stringMatching(/^portions-2\./)]);
  });

  test('ORD-11 ORD-12 a dearer price and another portion are asked about in turn, in the language of the customer', async () => {
    const { server } = await renderApp('/offer/DAY?day=2026-11-20', {
      seed: [main, jana, broth, ordered],
      as: 'jana',
      language: 'cs',
    });
    const { main: canteenId = 0, broth: mealId = 0 } = server.ids;
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([{ name: 'Vývar', price: 90, mealId, canteenId }]),
    });
    await userEvent.click(page.getByRole('radio', { name: 'Týden' }));
    await userEvent.click(page.getByRole('button', { name: /^(?:Objednat|Přidat porci), Vývar/ }));
    const dialog = page.getByRole('dialog', { name: 'Potvrďte prosím' });
    await expect
      .element(dialog.getByText(/^„Vývar“ \(pátek 20\. listopadu\) teď stojí 100,00\sKč/))
      .toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Ano, za 100,00\u00a0Kč' }));
    await expect
      .element(dialog.getByText(/S touto objednávkou za 100,00\sKč budete mít 2 porce/))
      .toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Ano, za 100,00\u00a0Kč' }));
    await expect.element(page.getByLabelText('Oznámení').getByText('Objednáno')).toBeVisible();
    expect(await sentForces(server)).toEqual([
      undefined,
      expect.stringMatching(/^price-10000\.[^,]+$/),
      expect.stringMatching(/^price-10000\.[^,]+,portions-2\.[^,]+$/),
    ]);
  });
});
