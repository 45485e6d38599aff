import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const main = page.getByRole('main');

const about = {
  pathname: 'about',
  title: { en: 'About us', cs: 'O nás' },
  body: { en: '<p>We cook.</p><ul><li>Soups</li><li>Mains</li></ul>', cs: '<p>Vaříme.</p>' },
} as const;

const footer = (entry: object) => ({ pages: { footer: [entry] } });

test('PAGE-01 NAV-16 a page has its title as heading and its body as HTML; without one the start is visited', async () => {
  const { history } = await renderApp('/pages/about', { config: footer(about) });
  await expect.element(heading('About us')).toBeVisible();
  await expect.element(main.getByRole('list')).toBeVisible();
  expect(
    main
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Soups', 'Mains']);
  history.push('/pages/unknown');
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  await expect
    .element(
      page
        .getByRole('region', { name: 'Notifications' })
        .getByText('There is no page at this address.', { exact: true }),
    )
    .toBeVisible();
});

test('NAV-16 of two pages with one pathname the first in the lists is shown, and a link is no page', async () => {
  const { history } = await renderApp('/pages/hours', {
    config: {
      pages: {
        header: [{ pathname: 'hours', title: 'Link', url: 'https://example.org/' }],
        mainMenu: [{ pathname: 'hours', title: 'First', body: '<p>one</p>' }],
        footer: [{ pathname: 'hours', title: 'Second', body: '<p>two</p>' }, { title: 'Neither' }],
      },
    },
  });
  await expect.element(heading('First')).toBeVisible();
  await expect.element(main.getByText('one')).toBeVisible();
  history.push('/pages/undefined');
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
});

test('PAGE-03 a guest reads a page where guests may see nothing else', async () => {
  const { history } = await renderApp('/pages/about', {
    config: { ...footer(about), allowGuests: false, allowShopping: false },
  });
  await expect.element(heading('About us')).toBeVisible();
  expect(history.location.pathname).toBe('/pages/about');
});

test('PAGE-06 I18N-10 title and body follow the language; what is not in it is English', async () => {
  await renderApp('/pages/about', { config: footer(about) });
  const language = page.getByRole('banner').getByRole('combobox');
  await expect.element(heading('About us')).toBeVisible();
  await userEvent.selectOptions(language, 'Čeština');
  await expect.element(heading('O nás')).toBeVisible();
  await expect.element(main.getByText('Vaříme.')).toBeVisible();
  await expect.element(main.getByRole('list')).not.toBeInTheDocument();
  await userEvent.selectOptions(language, 'Polski');
  await expect.element(heading('About us')).toBeVisible();
  await expect.element(main.getByRole('list')).toBeVisible();
});

test('PAGE-05 neither a script nor a handler of a page runs, and what is harmless is shown', async () => {
  const marks = globalThis as { broken?: number };
  const attack = 'globalThis.broken=(globalThis.broken??0)+1';
  const body = `<p onclick="${attack}">Press <b>here</b></p><script>${attack}</script>
    <img src="/none.png" alt="nothing" onerror="${attack}"><svg onload="${attack}"></svg>
    <iframe src="javascript:parent.${attack}"></iframe><a href="javascript:${attack}">Trap</a>
    <form action="https://example.org/"><input name="password"></form>`;
  await renderApp('/pages/trap', { config: footer({ pathname: 'trap', title: 'Trap', body }) });
  await expect.element(heading('Trap')).toBeVisible();
  await userEvent.click(main.getByText('here'));
  await userEvent.click(main.getByText('Trap').last());
  expect(
    main.element().querySelectorAll('script, iframe, form, input, svg, [onclick], [onerror]'),
  ).toHaveLength(0);
  expect(marks.broken).toBeUndefined();
});

test('part of PAGE-01: links lead on within the application or into a tab of their own, pictures and tables stand', async () => {
  const body = `<a href="/orders">Orders</a> <a href="https://example.org/">Elsewhere</a>
    <a href="mailto:a@example.org">Mail</a> <img src="pictures/hall.png" alt="The hall">
    <table><tr><th>Day</th><td>Soup</td></tr></table>`;
  const { history } = await renderApp('/pages/links', {
    config: footer({ pathname: 'links', title: 'Links', body }),
  });
  const elsewhere = main.getByRole('link', { name: 'Elsewhere' });
  await expect.element(elsewhere).toHaveAttribute('target', '_blank');
  await expect.element(elsewhere).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(main.getByRole('link', { name: 'Mail' })).not.toHaveAttribute('target');
  const picture = main.getByRole('img', { name: 'The hall' }).element() as HTMLImageElement;
  expect(new URL(picture.src).pathname).toBe('/pictures/hall.png');
  await expect.element(main.getByRole('cell', { name: 'Soup' })).toBeVisible();
  await userEvent.click(main.getByRole('link', { name: 'Orders' }));
  await expect.poll(() => history.location.pathname).toBe('/login');
});

test('PAGE-01 PAGE-06 a page may lie in a file of its own for each language, whose pictures lie beside it', async () => {
  const server = await startTestServer({});
  const address = server.apiUrl.replace(/api$/, 'files/about.html');
  const czech = address.replace('about', 'o-nas');
  await server.fault(/about\.html/, { answer: { status: 503 } }, 1);
  await renderApp('/pages/about', {
    server,
    config: footer({ pathname: 'about', title: about.title, bodyUrl: { en: address, cs: czech } }),
  });
  await expect.element(page.getByRole('alert').getByText(/The page could not be loaded/)).toBeVisible();
  await server.fault(/about\.html/, {
    answer: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>x</title><p>From a file.</p><img src="hall.png" alt="The hall">',
    },
  });
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(main.getByText('From a file.')).toBeVisible();
  const picture = main.getByRole('img', { name: 'The hall' }).element() as HTMLImageElement;
  expect(picture.src).toBe(new URL('hall.png', new URL(address, globalThis.location.origin)).href);
  await server.fault(/o-nas\.html/, {
    answer: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<p>Ze souboru.</p>',
    },
  });
  await userEvent.selectOptions(page.getByRole('banner').getByRole('combobox'), 'Čeština');
  await expect.element(heading('O nás')).toBeVisible();
  await expect.element(main.getByText('Ze souboru.')).toBeVisible();
  await expect.element(main.getByText('From a file.')).not.toBeInTheDocument();
});

test('CFG-08 a page whose file lies on another origin says that the parameters are wrong', async () => {
  await renderApp('/pages/about', {
    config: footer({ pathname: 'about', title: 'About us', bodyUrl: 'https://example.org/about.html' }),
  });
  await expect.element(heading('About us')).toBeVisible();
  await expect.element(main.getByText('Invalid parameters configuration, contact support.')).toBeVisible();
});
