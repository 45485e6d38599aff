import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderApp } from '../../test/render-app.ts';

const about = {
  pathname: 'about',
  title: { en: 'About', cs: 'O nás' },
  body: '<p>Us.</p>',
  description: { en: 'Who we are', cs: 'Kdo jsme' },
  keywords: { en: 'kitchen, cooks', cs: 'kuchyně, kuchaři' },
};
const contentOf = (name: string) => () =>
  [...document.head.querySelectorAll(`meta[name=${name}]`)].map((meta) => meta.getAttribute('content'));
const language = page.getByRole('banner').getByRole('combobox');

test('PAGE-04 NAV-38 a static page brings title, description and keywords of its own, any other has the general ones of the language', async () => {
  const { history } = await renderApp('/pages/about', {
    config: { applicationName: 'Demo', pages: { footer: [about] } },
  });
  await expect.poll(contentOf('description')).toEqual(['Who we are']);
  await expect.poll(contentOf('keywords')).toEqual(['kitchen, cooks']);
  expect(document.title).toBe('Demo | About');
  await userEvent.selectOptions(language, 'Čeština');
  await expect.poll(contentOf('description')).toEqual(['Kdo jsme']);
  await expect.poll(contentOf('keywords')).toEqual(['kuchyně, kuchaři']);
  await expect.poll(() => document.title).toBe('Demo | O nás');

  history.push('/login');
  await expect
    .poll(contentOf('description'))
    .toEqual(['Objednávejte si jídlo z jídelny a mějte přehled o svém účtu.']);
  expect(contentOf('keywords')()).toEqual(['jídelna, jídelníček, jídlo, oběd, objednávky, účet']);
  await userEvent.selectOptions(language, 'English');
  await expect
    .poll(contentOf('description'))
    .toEqual(['Order your meals from the canteen and look after your account.']);
  expect(contentOf('keywords')()).toEqual(['canteen, menu, meals, lunch, orders, account']);
});

test('NAV-38 the configuration may have general texts of its own', async () => {
  await renderApp('/login', {
    config: { meta: { description: { en: 'Lunch by the river', cs: 'Oběd u řeky' }, keywords: 'river' } },
  });
  await expect.poll(contentOf('description')).toEqual(['Lunch by the river']);
  await expect.poll(contentOf('keywords')).toEqual(['river']);
});
