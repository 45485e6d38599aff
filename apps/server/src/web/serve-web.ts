import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { languageOf } from '@refectory/contract/accept-language';
import { namesTag } from '../http/prepared-answer.ts';
import { isApiAddress } from '../http/security-headers.ts';
import { refuse } from '../http/refusal.ts';
import { whyNotSent } from '../own-files.ts';
import { indexPage, settingsJson, type IndexPage, type WebApplication } from './index-page.ts';
import { preloadsOf } from './preloads.ts';

/** What serves the web application. */
export type WebOptions = {
  /** Folder of the built application. */
  readonly webRoot: string;
  /** Folder of the drawn plates. */
  readonly platesRoot: string;
  /** Folder of the canteen's own files, served at `/files/`. */
  readonly filesRoot: string | undefined;
  readonly applications: readonly WebApplication[];
};

const ONE_YEAR = 'public, max-age=31536000, immutable';
/** Plates are drawn anew now and then: a day in the cache, then asked for by their tag. */
const ONE_DAY = 'public, max-age=86400';

/** Browsers ask for html, plain clients and health checks for anything, which is what no header means too. */
const acceptsHtml = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/';

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-cache')
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`);
}

/** The application whose path an address lies under, the deepest of them. */
export function applicationAt(
  path: string,
  applications: readonly WebApplication[],
): WebApplication | undefined {
  // `/shop` means the application at `/shop/`, not a page of the one at `/`.
  const under = applications.filter(({ basePath }) => path.startsWith(basePath));
  const isOnlyPrefix = applications.some(({ basePath }) => basePath === `${path}/`);
  if (isOnlyPrefix) return undefined;
  return under.toSorted((one, other) => other.basePath.length - one.basePath.length)[0];
}

/** Serves the plates, the canteen's own files and the built application, for each of its paths with its settings; every other page address is the application's. */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { webRoot, platesRoot, filesRoot, applications } = options;
  const indexFile = join(webRoot, 'index.html');
  const assets = join(webRoot, 'assets', sep);
  const html = existsSync(indexFile) ? await readFile(indexFile, 'utf8') : undefined;

  const preloads = preloadsOf(webRoot);
  /** By its application and what it loads at once, all that it depends on: a few addresses in a few languages. */
  const pages = new Map<string, IndexPage>();
  const pageOf = (built: string, application: WebApplication, modules: readonly string[]): IndexPage => {
    const key = [application.basePath, ...modules].join(' ');
    const page = pages.get(key) ?? indexPage(built, application, modules);
    pages.set(key, page);
    return page;
  };

  for (const { basePath, settings } of applications) {
    app.get(`${basePath}config.json`, (_, reply) =>
      reply
        .header('Cache-Control', 'no-cache')
        .type('application/json; charset=utf-8')
        .send(settingsJson(settings)),
    );
    if (html !== undefined)
      await app.register(fastifyStatic, {
        root: webRoot,
        prefix: basePath,
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
  }

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

  if (filesRoot !== undefined && existsSync(filesRoot))
    await app.register(fastifyStatic, {
      root: filesRoot,
      prefix: '/files/',
      decorateReply: false,
      cacheControl: false,
      index: false,
      dotfiles: 'ignore',
      allowedPath: (path) => whyNotSent(filesRoot, path.slice(1)) === undefined,
      setHeaders: (reply) => reply.header('Cache-Control', 'no-cache'),
    });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (isApiAddress(path)) throw refuse('notFound');
    const application = applicationAt(path, applications);
    if (application === undefined) {
      const whole = applications.find(({ basePath }) => basePath === `${path}/`);
      if (whole) return reply.redirect(whole.basePath + request.url.slice(path.length), 308);
      return sendText(reply, 404, 'There is nothing at this address.');
    }
    const { basePath, settings } = application;
    const inner = path.slice(basePath.length - 1);
    // An asset of an older build: with the page in its place a script would fail to parse.
    // The page names its own icon.
    if (
      inner.startsWith('/assets/') ||
      path.startsWith('/plates/') ||
      path.startsWith('/files/') ||
      path === '/favicon.ico' ||
      !acceptsHtml(request)
    )
      return sendText(reply, 404, 'There is nothing at this address.');
    if (html === undefined)
      return sendText(reply, 404, 'The web application is not built yet: run "npm run build".');
    const language = languageOf(request.headers['accept-language'], settings.languages);
    const page = pageOf(html, application, preloads(inner, language));
    reply.header('Cache-Control', 'no-cache').header('ETag', page.tag).header('Vary', 'Accept-Language');
    if (namesTag(request.headers['if-none-match'], page.tag)) return reply.code(304).send();
    return reply.code(200).type('text/html; charset=utf-8').send(page.html);
  });
}
