import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { Settings } from '@refectory/contract/settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { languageOf } from '../http/accept-language.ts';
import { isApiAddress } from '../http/security-headers.ts';
import { refuse } from '../http/refusal.ts';
import { indexPage, settingsJson } from './index-page.ts';
import { preloadsOf } from './preloads.ts';

/** What serves the web application. */
export type WebOptions = {
  /** Folder of the built application. */
  readonly webRoot: string;
  /** Folder of the drawn plates. */
  readonly platesRoot: string;
  readonly settings: Settings;
};

const ONE_YEAR = 'public, max-age=31536000, immutable';
/** Plates are drawn anew now and then: a day in the cache, then asked for by their tag. */
const ONE_DAY = 'public, max-age=86400';

/** Browsers ask for html, plain clients and health checks for anything. */
const acceptsHtml = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  /text\/html|\*\/\*/.test(request.headers.accept ?? '');

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/';

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-cache')
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`);
}

/** Serves the plates, the built application and its settings; every other page address is the application's. */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { webRoot, platesRoot, settings } = options;
  const indexFile = join(webRoot, 'index.html');
  const assets = join(webRoot, 'assets', sep);
  const html = existsSync(indexFile) ? await readFile(indexFile, 'utf8') : undefined;

  const preloads = preloadsOf(webRoot);

  app.get('/config.json', (_, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(settingsJson(settings)),
  );

  if (existsSync(platesRoot))
    await app.register(fastifyStatic, {
      root: platesRoot,
      prefix: '/plates/',
      decorateReply: false,
      cacheControl: false,
      index: false,
      allowedPath: (path) => !path.endsWith('/'),
      setHeaders: (reply) => reply.header('Cache-Control', ONE_DAY),
    });

  if (html !== undefined)
    await app.register(fastifyStatic, {
      root: webRoot,
      decorateReply: false,
      cacheControl: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      // The page itself is sent below, with its settings; folders are nothing to send.
      allowedPath: (path) => path !== '/index.html' && !path.endsWith('/'),
      setHeaders: (reply, path) =>
        reply.header('Cache-Control', path.startsWith(assets) ? ONE_YEAR : 'no-cache'),
    });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (isApiAddress(path)) throw refuse('notFound');
    // An asset of an older build: with the page in its place a script would fail to parse.
    // The page names its own icon.
    if (
      path.startsWith('/assets/') ||
      path.startsWith('/plates/') ||
      path === '/favicon.ico' ||
      !acceptsHtml(request)
    )
      return sendText(reply, 404, 'There is nothing at this address.');
    if (html === undefined)
      return sendText(reply, 404, 'The web application is not built yet: run "npm run build".');
    const language = languageOf(request.headers['accept-language'], settings.languages);
    const page = indexPage(html, settings, preloads(path, language));
    reply.header('Cache-Control', 'no-cache').header('ETag', page.tag).header('Vary', 'Accept-Language');
    if (request.headers['if-none-match']?.includes(page.tag)) return reply.code(304).send();
    return reply.code(200).type('text/html; charset=utf-8').send(page.html);
  });
}
