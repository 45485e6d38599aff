import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

import { serveDemoPage } from './serve-demo-page.ts';

test.each([
  ['a tool that is no page', {}, 200],
  ['a page of this origin', { origin: 'http://demo.localhost', 'sec-fetch-site': 'same-origin' }, 200],
  ['a page of this origin that hides where it is', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
  ['a page of this origin, on plain http', { origin: 'http://demo.localhost' }, 200],
  ['a page behind a proxy', { origin: 'https://meals.example.org', 'sec-fetch-site': 'same-origin' }, 200],
  ['another origin that hides where it is, on plain http', { origin: 'null' }, 403],
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['another site that hides where it is', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  ['another port of the host', { origin: 'null', 'sec-fetch-site': 'same-site' }, 403],
  ['an origin that is no address', { origin: '//' }, 403],
])('a form that comes from %s', async (_, headers, status) => {
  const app = Fastify();
  onTestFinished(() => app.close());
  await serveDemoPage(app, '/page', (sent) => Promise.resolve(sent?.get('action') ?? 'nothing'));
  const answer = await app.inject({
    method: 'POST',
    url: '/page',
    headers: { host: 'demo.localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'action=tapped',
  });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toBe(status === 200 ? 'tapped' : '');
});

test.each([
  ['that is trusted', '127.0.0.1', 200],
  ['that is not trusted', '10.0.0.7', 403],
])('a form of a page behind a proxy %s, on plain http', async (_, trustProxy, status) => {
  const app = Fastify({ trustProxy });
  onTestFinished(() => app.close());
  await serveDemoPage(app, '/page', () => Promise.resolve('drawn'));
  const answer = await app.inject({
    method: 'POST',
    url: '/page',
    headers: {
      host: 'demo.localhost',
      'x-forwarded-host': 'meals.example.org',
      origin: 'http://meals.example.org',
    },
  });
  expect(answer.statusCode).toBe(status);
});
