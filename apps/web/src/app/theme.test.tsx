import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderApp } from '../../test/render-app.ts';

const action = page.getByRole('button', { name: 'Sign in', exact: true });
const brandHue = () => getComputedStyle(document.documentElement).getPropertyValue('--brand-hue').trim();

/** Lightness and hue of a colour as the browser writes it. */
function hueOf(colour: string): number {
  return Number(/oklch\([\d.]+ [\d.]+ ([\d.]+)\)/.exec(colour)?.[1]);
}

afterEach(() => {
  delete document.documentElement.dataset['theme'];
  document.querySelector('#weak-palette')?.remove();
  vi.restoreAllMocks();
});

test('CFG-57 the theme gives name and logo to header and footer, and its hue to what is pressed, light and dark', async () => {
  await renderApp('/login', {
    config: { applicationName: 'Refectory', theme: { name: 'Nad Řekou', logo: '/logo.svg', brandHue: 250 } },
  });
  await expect.element(action).toBeVisible();
  for (const place of [page.getByRole('banner'), page.getByRole('contentinfo')]) {
    await expect.element(place.getByText('Nad Řekou', { exact: true })).toBeVisible();
    expect(place.element().querySelector('img')?.getAttribute('src')).toBe('/logo.svg');
  }
  expect(document.title).toBe('Refectory | Sign in');
  for (const look of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = look;
    await expect
      .poll(() => hueOf(getComputedStyle(action.element()).backgroundColor), { message: look })
      .toBe(250);
  }
});

test('CFG-57 without a theme the look is the built-in one', async () => {
  await renderApp('/login');
  await expect.element(page.getByRole('banner').getByText('Refectory')).toBeVisible();
  expect(page.getByRole('banner').element().querySelector('img')).toBeNull();
  expect(brandHue()).toBe('152');
  expect(hueOf(getComputedStyle(action.element()).backgroundColor)).toBe(152);
});

// The palette holds for every hue. These do not: the first is too light for its own text, in yellow alone; of the
// second what is pressed hardly stands out from the page, while its own text can be read; and of each of the
// others a text cannot be read on its ground, in the light look alone.
test.each([
  [
    'leaf-ink on leaf',
    'light',
    '--leaf: light-dark(oklch(0.57 0.12 var(--brand-hue)), oklch(0.8 0.13 150));',
  ],
  [
    'leaf on paper',
    'dark',
    `--leaf: light-dark(oklch(0.44 0.1 var(--brand-hue)), oklch(0.4 0.1 var(--brand-hue)));
     --leaf-strong: light-dark(oklch(0.38 0.09 var(--brand-hue)), oklch(0.35 0.1 var(--brand-hue)));
     --leaf-ink: oklch(0.99 0.01 120);`,
  ],
  [
    'leaf-text on paper',
    'light',
    '--leaf-text: light-dark(oklch(0.7 0.09 var(--brand-hue)), oklch(0.86 0.1 var(--brand-hue)));',
  ],
  [
    'ink on leaf-soft',
    'light',
    '--leaf-soft: light-dark(oklch(0.45 0.035 var(--brand-hue)), oklch(0.3 0.045 var(--brand-hue)));',
  ],
  [
    'leaf-ink on leaf-strong',
    'light',
    '--leaf-strong: light-dark(oklch(0.7 0.09 var(--brand-hue)), oklch(0.86 0.11 var(--brand-hue)));',
  ],
])(
  'CFG-57 a hue with which the contrast of %s fails in the %s look is not applied, and the pair is in the log',
  async (pair, look, colours) => {
    const log = vi.spyOn(console, 'warn').mockReturnValue();
    const palette = document.createElement('style');
    palette.id = 'weak-palette';
    palette.textContent = `:root { ${colours} }`;
    document.head.append(palette);
    await renderApp('/login', { config: { theme: { brandHue: 100 } } });
    await expect.element(action).toBeVisible();
    expect(brandHue()).toBe('152');
    const told = expect.stringMatching(
      new RegExp(`^The brand hue 100 is not applied, .*\\b${pair}: \\d\\.\\d\\d in the ${look} look`),
    ) as string;
    expect(log.mock.calls).toEqual([[told]]);
  },
);

test('the look is that of the device until another is chosen, which stays after a reload', async () => {
  for (const look of ['light', 'dark']) {
    const frame = document.createElement('meta');
    Object.assign(frame, { name: 'theme-color', media: `(prefers-color-scheme: ${look})` });
    document.head.append(frame);
    onTestFinished(() => frame.remove());
  }
  const frames = () =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ media }) => media);
  const scheme = () => getComputedStyle(document.documentElement).colorScheme;
  const choice = page.getByRole('contentinfo').getByRole('combobox', { name: 'Look', exact: true });
  const { reload } = await renderApp('/login');
  await expect.element(choice).toHaveDisplayValue('Theme as on the device');
  expect(scheme()).toBe('light dark');

  await userEvent.selectOptions(choice, 'Dark theme');
  await expect.poll(scheme).toBe('dark');
  expect(frames()).toEqual(['not all', 'all']);
  delete document.documentElement.dataset['theme'];
  await reload();
  expect(scheme()).toBe('dark');

  await userEvent.selectOptions(choice, 'Light theme');
  await expect.poll(scheme).toBe('light');
  expect(frames()).toEqual(['all', 'not all']);
  await userEvent.selectOptions(choice, 'Theme as on the device');
  await expect.poll(scheme).toBe('light dark');
  expect(frames()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
});
