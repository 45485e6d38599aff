import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { openWithCard, section } from '../../../test/card.ts';
import { handMade } from '../../../test/hand-made-menu.ts';
import { readImage } from '../../../test/read-barcode-page.ts';
import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const CARD = '/profile/manage-card';
const virtual = section('Virtual card');
const create = virtual.getByRole('button', { name: 'Create a virtual card' });
const show = virtual.getByRole('button', { name: 'Show the card' });
const hide = virtual.getByRole('button', { name: 'Hide the card' });
const print = virtual.getByRole('button', { name: 'Print' });
const reset = virtual.getByRole('button', { name: 'Replace the code' });
const image = virtual.getByRole('img');
const digits = virtual.getByText(/^2\d{12}$/);
const dialog = page.getByRole('dialog');
const toasts = page.getByRole('region', { name: 'Notifications' });
const resets = /resetwebidentcode/;

/** Opens the page of a customer who has just had a virtual card made, which is shown. */
async function openWithVirtualCard(options: Parameters<typeof openWithCard>[2] = {}) {
  const app = await openWithCard(CARD, 'USED', options);
  await userEvent.click(create);
  await expect.element(digits).toBeVisible();
  return app;
}

/** Opens the page of a customer whose virtual card has this code, and shows the card. */
async function openWithCode(code: string, virtualCardType: string) {
  const app = await openWithCard('/login', 'USED', { config: { virtualCardType } });
  const customer = { customerId: 1, cardStatus: 'USED', webidentcode: code };
  await app.server.fault(/GET .*\/customer$/, { answer: handMade(customer) });
  app.history.push(CARD);
  await userEvent.click(show);
  await expect.element(virtual.getByText(code, { exact: true })).toBeVisible();
  return app;
}

const codeOnScreen = () => digits.element().textContent;

describe('a virtual card', () => {
  test('CARD-15 API-25 it is made by one call, after a press alone, and shown at once', async () => {
    const app = await openWithCard(CARD);
    await expect.element(create).toBeVisible();
    expect(show.elements()).toEqual([]);
    expect(await app.server.requests(resets)).toEqual([]);
    await userEvent.click(create);
    await expect.element(digits).toBeVisible();
    const made = await app.server.requests(resets);
    expect(made.map(({ method }) => method)).toEqual(['GET']);
    expect(made[0]?.headers['idempotency-key']).toBeDefined();
    const code = codeOnScreen();
    await app.reload();
    await userEvent.click(show);
    expect(codeOnScreen()).toBe(code);
  });

  test('CARD-15 where the answer has no code, the customer is read again', async () => {
    const app = await openWithCard(CARD);
    await expect.element(create).toBeVisible();
    await app.server.fault(resets, { answer: handMade({}) });
    const customer = { customerId: 1, webidentcode: '4006381333931' };
    await app.server.fault(/GET .*\/customer$/, { answer: handMade(customer) });
    await userEvent.click(create);
    await expect.element(virtual.getByText('4006381333931', { exact: true })).toBeVisible();
  });

  test('CARD-16 it is shown and hidden by its button, as picture and in digits', async () => {
    await openWithVirtualCard();
    await userEvent.click(hide);
    await expect.element(image).not.toBeInTheDocument();
    await expect.element(digits).not.toBeInTheDocument();
    await userEvent.click(show);
    await expect.element(image).toBeVisible();
    expect(await readImage(image.element())).toMatchObject([{ text: codeOnScreen() }]);
    await expect.element(virtual.getByText('Jana Malá')).toBeVisible();
  });

  test('C163 whoever signed in by a card is asked for the password before the code is told', async () => {
    const app = await openWithCard('/login', 'USED');
    const hidden = { customerId: 1, cardStatus: 'USED', webidentcodeNeedsPassword: true };
    await app.server.fault(/GET .*\/customer$/, { answer: handMade(hidden) });
    app.history.push(CARD);
    await expect.element(show).toBeVisible();
    expect(create.elements()).toEqual([]);
    await userEvent.click(show);
    await expect.element(dialog.getByText('Enter your password to go on.')).toBeVisible();
    await app.server.clearFaults();
    const told = { customerId: 1, cardStatus: 'USED', webidentcode: '4006381333931' };
    await app.server.fault(/GET .*\/customer$/, { answer: handMade(told) });
    await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), 'jana');
    await userEvent.fill(dialog.getByLabelText('Password', { exact: true }), PASSWORD);
    await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
    await expect.element(virtual.getByText('4006381333931', { exact: true })).toBeVisible();
  });

  test('CARD-17 API-25 API-06 API-57 after a question, and once, another code takes its place', async () => {
    const app = await openWithVirtualCard();
    const before = codeOnScreen();
    const [made] = await app.server.requests(resets);
    await app.server.forgetRequests();
    await userEvent.click(reset);
    await expect.element(dialog).toHaveAccessibleName('Replace the code?');
    await userEvent.click(dialog.getByRole('button', { name: 'No' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await app.server.requests(resets)).toEqual([]);
    await userEvent.click(reset);
    await userEvent.click(dialog.getByRole('button', { name: 'Replace' }));
    await expect.element(toasts.getByText('Your virtual card has a new code.')).toBeVisible();
    await expect.poll(codeOnScreen).not.toBe(before);
    const sent = await app.server.requests(resets);
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
    expect(sent[0]?.headers).not.toHaveProperty('x-asw-force');
    expect(sent[0]?.headers['idempotency-key']).toEqual(expect.any(String));
    expect(sent[0]?.headers['idempotency-key']).not.toBe(made?.headers['idempotency-key']);
    await expect.element(image).toBeVisible();
    expect(await readImage(image.element())).toMatchObject([{ text: codeOnScreen() }]);
  });

  test('one that cannot be made says why', async () => {
    const app = await openWithCard(CARD);
    const answer = { ...handMade({ success: false, resultText: 'Twenty a day are enough' }), status: 400 };
    await app.server.fault(resets, { answer });
    await userEvent.click(create);
    await expect.element(toasts.getByText('Twenty a day are enough')).toBeVisible();
    await expect.element(create).toBeEnabled();
  });

  test('once shown it is there without a connection too, and nothing of it is stored', async () => {
    const app = await openWithVirtualCard({ config: { allowBills: true } });
    const code = codeOnScreen();
    await app.server.fault(/.*/, { cut: true });
    app.history.push('/profile/bills');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible();
    app.history.push(CARD);
    await userEvent.click(show);
    expect(codeOnScreen()).toBe(code);
    expect(await readImage(image.element())).toMatchObject([{ text: code }]);
    expect(JSON.stringify(storedSnapshot(app.storage))).not.toContain(code);
  });

  test('how to help a scanner is said beside it', async () => {
    await openWithVirtualCard();
    await expect.element(virtual.getByText(/turn up the brightness/)).toBeVisible();
  });
});

describe('its picture', () => {
  const code = '4006381333931';

  test.each([
    ['EAN13', 'EAN13', 'Barcode of your virtual card'],
    ['CODE128', 'Code128', 'Barcode of your virtual card'],
    ['QR', 'QRCode', 'QR code of your virtual card'],
  ] as const)('CARD-16 CARD-19 CFG-49 DATA-28 as %s a scanner reads the code', async (type, kind, label) => {
    await openWithCode(code, type);
    await expect.element(image).toHaveAccessibleName(label);
    expect(await readImage(image.element())).toEqual([{ kind, text: code }]);
  });

  test.each(['1234', '4006381333932', '400638133393A'])(
    'CARD-21 ERR-21 as EAN13 %s has a bad format, and nothing is drawn',
    async (bad) => {
      await openWithCode(bad, 'EAN13');
      await expect.element(virtual.getByText('The card code has the wrong format.')).toBeVisible();
      expect(image.elements()).toEqual([]);
      expect(print.elements()).toEqual([]);
    },
  );

  test('CARD-22 ERR-32 a QR code that cannot be made is told, and nothing is drawn; a wrong default canteen has a text of its own', async () => {
    const { server } = await openWithCode('1'.repeat(8000), 'QR');
    const qrText = page.getByText('The QR code cannot be processed.');
    const canteenText = page.getByText('The default canteen is set incorrectly.');
    await expect.element(qrText).toBeVisible();
    expect(image.elements()).toEqual([]);
    expect(canteenText.elements()).toEqual([]);
    await server.clearFaults();
    await server.seed([
      { make: 'canteen', as: 'main', with: { name: { en: 'Main' } } },
      { make: 'canteen', as: 'garden', with: { name: { en: 'Garden' } } },
    ]);
    await renderApp('/offer/DAY', { server, config: { defaultCanteen: 'nowhere' } });
    await expect.element(canteenText).toBeVisible();
    expect(qrText.elements()).toHaveLength(1);
  });
});

describe('on paper', () => {
  test('CARD-18 LIMIT-20 printing is asked for, and the page of 85.6 mm by 171.8 mm has the card alone', async () => {
    await openWithVirtualCard();
    await expect.element(image).toBeVisible();
    const asked = vi.spyOn(globalThis, 'print').mockImplementation(() => {});
    await userEvent.click(print);
    expect(asked).toHaveBeenCalledOnce();
    asked.mockRestore();

    // The sheet is there while the browser prints.
    globalThis.dispatchEvent(new Event('beforeprint'));
    const [sheet, ...more] = document.querySelectorAll('body > main');
    expect(more).toEqual([]);
    expect(sheet?.textContent).toBe(`RefectoryJana Malá${codeOnScreen()}`);
    const [picture, ...others] = sheet?.querySelectorAll('img, svg, button, a') ?? [];
    expect(others).toEqual([]);
    expect(picture && (await readImage(picture))).toMatchObject([{ text: codeOnScreen() }]);
    globalThis.dispatchEvent(new Event('afterprint'));
    expect(document.querySelectorAll('body > main')).toHaveLength(0);

    const rulesIn = (rules: CSSRuleList): CSSRule[] =>
      [...rules].flatMap((rule) =>
        'cssRules' in rule ? [rule, ...rulesIn(rule.cssRules as CSSRuleList)] : [rule],
      );
    const sizes = [...document.styleSheets]
      .flatMap(({ cssRules }) => rulesIn(cssRules))
      .filter((rule) => rule instanceof CSSPageRule)
      .filter(({ selectorText }) => selectorText === 'card')
      .map(({ style }) => [style.getPropertyValue('size'), style.getPropertyValue('margin')]);
    expect(sizes).toEqual([['85.6mm 171.8mm', '0px']]);
  });
});
