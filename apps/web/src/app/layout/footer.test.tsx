import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderApp } from '../../../test/render-app.ts';

const footer = page.getByRole('contentinfo');
const pageNamed = (name: string) => ({ pathname: name.toLowerCase(), title: { en: name, cs: `${name} cs` } });
const names = ['About', 'Contact', 'Allergens', 'Privacy'];

test.each([
  [3, 'few'],
  [4, 'many'],
] as const)(
  'SHELL-12 SHELL-13 LIMIT-26 %s pages stand in the layout for %s items, each a link in the language of the page',
  async (count, layout) => {
    const shown = names.slice(0, count);
    const { history } = await renderApp('/login', { config: { pages: { footer: shown.map(pageNamed) } } });
    const list = footer.getByRole('navigation', { name: 'About this canteen' }).getByRole('list');
    await expect.element(list).toBeVisible();
    await expect.element(list).toHaveAttribute('data-layout', layout);
    expect(getComputedStyle(list.element()).display).toBe(layout === 'many' ? 'grid' : 'flex');
    for (const name of shown) {
      await userEvent.click(footer.getByRole('link', { name, exact: true }));
      await expect.poll(() => history.location.pathname).toBe(`/pages/${name.toLowerCase()}`);
    }
    await userEvent.selectOptions(page.getByRole('banner').getByRole('combobox'), 'Čeština');
    await expect.element(footer.getByRole('link', { name: 'About cs' })).toBeVisible();
  },
);

const bistro = {
  name: 'Bistro',
  url: 'https://bistro.example.org/',
  phone: '+420 123 456 789',
  email: 'bistro@example.org',
  address: 'Main street 1',
  openingHours: ['Mon to Fri 11–14', 'Sat 11–13'],
};

test('part of SHELL-14: the name, the place and the hours of an outlet are in the language of the page', async () => {
  const outlet = {
    name: { en: 'Bistro', cs: 'Jídelna' },
    address: { en: 'Main street 1', cs: 'Hlavní 1' },
    openingHours: [{ en: 'Mon to Fri', cs: 'po až pá' }, '11–14'],
  };
  await renderApp('/login', {
    config: { outlets: [outlet, { name: 'Kiosk', openingHours: { en: 'daily', cs: 'denně' } }] },
  });
  const textsOf = (name: string) =>
    footer
      .getByRole('list', { name })
      .getByRole('paragraph')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(() => textsOf('Where to find us'))
    .toEqual(['Bistro', 'Main street 1', 'Mon to Fri', '11–14', 'Kiosk', 'daily']);
  await userEvent.selectOptions(page.getByRole('banner').getByRole('combobox'), 'Čeština');
  await expect
    .poll(() => textsOf('Kde nás najdete'))
    .toEqual(['Jídelna', 'Hlavní 1', 'po až pá', '11–14', 'Kiosk', 'denně']);
});

test('SHELL-14 SHELL-15 CFG-41 outlets and social links are shown with all they have, and nothing else', async () => {
  await renderApp('/login', {
    config: {
      outlets: [bistro, { name: 'Kiosk' }],
      socialLinks: [
        { type: 'facebook', url: 'https://facebook.example/bistro' },
        { type: 'x', url: 'https://x.example/bistro', label: { en: 'News', cs: 'Novinky' } },
      ],
    },
  });
  const outlets = footer.getByRole('list', { name: 'Where to find us' }).getByRole('listitem');
  await expect.element(outlets.first()).toBeVisible();
  expect(outlets.elements()).toHaveLength(2);
  for (const text of ['Bistro', 'Main street 1', ...bistro.openingHours])
    await expect.element(outlets.first().getByText(text, { exact: true })).toBeVisible();
  const hrefs = outlets
    .first()
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(hrefs).toEqual([
    ['+420 123 456 789', 'tel:+420123456789'],
    ['bistro@example.org', 'mailto:bistro@example.org'],
    ['bistro.example.org', 'https://bistro.example.org/'],
  ]);
  // A missing entry leaves no empty line.
  expect(outlets.last().element().children).toHaveLength(1);
  await expect.element(outlets.last()).toHaveTextContent(/^Kiosk$/);

  const social = footer.getByRole('list', { name: 'Follow us' }).getByRole('link');
  expect(social.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Facebook', 'https://facebook.example/bistro'],
    ['News', 'https://x.example/bistro'],
  ]);
  for (const link of social.elements()) expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  await expect.element(footer.getByRole('navigation')).not.toBeInTheDocument();
});

test('CFG-41 without any of them the footer says who serves, and has no list, link or heading', async () => {
  await renderApp('/login');
  await expect.element(footer.getByText('Refectory', { exact: true })).toBeVisible();
  // It comes with whatever the configuration has for the footer.
  await expect.element(footer.getByRole('combobox', { name: 'Look' })).toBeVisible();
  for (const role of ['list', 'link', 'heading', 'navigation'] as const)
    await expect.element(footer.getByRole(role)).not.toBeInTheDocument();
});
