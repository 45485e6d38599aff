import { fileURLToPath } from 'node:url';

import fastifyCompress from '@fastify/compress';
import { account } from '@refectory/contract/account';
import { api as everyCall } from '@refectory/contract/api';
import { canteens } from '@refectory/contract/canteens';
import { card } from '@refectory/contract/card';
import { cart } from '@refectory/contract/cart';
import { customer } from '@refectory/contract/customer';
import { email } from '@refectory/contract/email';
import { live } from '@refectory/contract/live';
import { menu } from '@refectory/contract/menu';
import { orders } from '@refectory/contract/orders';
import { pairing } from '@refectory/contract/pairing';
import { password } from '@refectory/contract/password';
import { personalData } from '@refectory/contract/personal-data';
import { profile } from '@refectory/contract/profile';
import { registration } from '@refectory/contract/registration';
import { reports } from '@refectory/contract/reports';
import { session } from '@refectory/contract/session';
import type { Settings } from '@refectory/contract/settings';
import { terms } from '@refectory/contract/terms';
import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';

import { accountHandlers } from './account/account-handlers.ts';
import { accountQueries } from './account/account-queries.ts';
import { canteenHandlers } from './canteens/canteen-handlers.ts';
import { canteenQueries } from './canteens/canteen-queries.ts';
import { cardHandlers } from './card/card-handlers.ts';
import { cartHandlers } from './cart/cart-handlers.ts';
import { createCartTurns } from './cart/cart-turns.ts';
import { customerHandlers } from './customer/customer-handlers.ts';
import { customerQueries } from './customer/customer-queries.ts';
import { emailHandlers } from './email/email-handlers.ts';
import { warnOfUnknownProxy } from './http/forwarded-for.ts';
import { createChangeOnce } from './http/change-once.ts';
import { createChangesUnderWay } from './http/changes-under-way.ts';
import { httpDate } from './http/direct-answer.ts';
import { implement, refuseTheRest } from './http/implement.ts';
import { applicationUrl } from './http/application-url.ts';
import { addHealth } from './http/health.ts';
import { answerClientErrors } from './http/on-client-error.ts';
import { answerPageErrors } from './http/on-error.ts';
import { BODY_LIMIT_BYTES, readBodies } from './http/request-body.ts';
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { liveHandlers } from './live/live-handlers.ts';
import { createLiveOffer } from './live/live-offer.ts';
import { createMenuCache, type MenuCache } from './menu/menu-cache.ts';
import { menuHandlers } from './menu/menu-handlers.ts';
import { createMenuLimits } from './menu/menu-limits.ts';
import { menuQueries } from './menu/menu-queries.ts';
import { createChangeTurns } from './orders/change-turns.ts';
import { createOrderBatch, type OrderBatch } from './orders/order-batch.ts';
import { orderHandlers } from './orders/order-handlers.ts';
import { orderQueries } from './orders/order-queries.ts';
import { orderQuestions } from './orders/order-questions.ts';
import { pairingHandlers } from './pairing/pairing-handlers.ts';
import { passwordHandlers } from './password/password-handlers.ts';
import { personalDataHandlers } from './personal-data/personal-data-handlers.ts';
import { personalDataQueries } from './personal-data/personal-data-queries.ts';
import { profileHandlers } from './profile/profile-handlers.ts';
import { registrationHandlers } from './registration/registration-handlers.ts';
import { reportHandlers } from './reports/report-handlers.ts';
import { reportQueries } from './reports/report-queries.ts';
import { serverZone } from './server-zone.ts';
import { createCardSignIn } from './session/card-sign-in.ts';
import { createLoginLimits, createMailLimit, type LoginLimitSettings } from './session/login-limits.ts';
import { sessionHandlers } from './session/session-handlers.ts';
import { sessionQueries } from './session/session-queries.ts';
import { createSignInTurns } from './session/sign-in-turns.ts';
import { createSessions } from './session/sessions.ts';
import { termsHandlers } from './terms/terms-handlers.ts';
import { termsQueries } from './terms/terms-queries.ts';
import type { WebApplication } from './web/index-page.ts';
import { applicationAt, serveWeb } from './web/serve-web.ts';

/** A request has to be there in this time, its headers too. */
const REQUEST_TIMEOUT_MS = 10_000;
/** How often Node checks for requests that timed out, in ms; its own default is 30 s. */
const TIMEOUT_CHECK_MS = 1_000;

/** What an app is made of. */
export type AppOptions = {
  readonly database: Database;
  /** The rules of the API, and the settings of the web application at `/`. */
  readonly settings: Settings;
  /** Web applications in place of the one at `/`. */
  readonly applications?: readonly WebApplication[];
  readonly clock: () => Instant;
  /** Where people reach the app; https switches on what only makes sense there. */
  readonly publicUrl?: string;
  /** Without a `publicUrl`, the host that links in mails name for the one that a call names; that one unless told. */
  readonly hostFor?: (host: string) => string;
  /** Folder of the built web application. */
  readonly webRoot?: string;
  /** Folder of the drawn plates. */
  readonly platesRoot?: string;
  /** Folder of the canteen's own files, as its logo and the texts of its pages. */
  readonly filesRoot?: string | undefined;
  /** Whose `X-Forwarded-For` is believed; nobody's unless told. */
  readonly trustProxy?: FastifyServerOptions['trustProxy'];
  /** The limits of signing in, where they are not the usual ones. */
  readonly loginLimits?: LoginLimitSettings;
  /** The address that comments are sent to; without one they are only kept. */
  readonly managerEmail?: string;
  readonly log?: FastifyServerOptions['logger'];
  /** Where orders go to be decided; a batch of the app's own unless told. */
  readonly orderBatch?: OrderBatch;
  /** How often live streams say something and their sessions are asked for, in ms; 20 s unless told. */
  readonly liveBeatMs?: number;
};

const MENU_CACHE = 'menuCache';

/** The menus an app keeps, to be dropped when something else than its orders changed them. */
export function menuCacheOf(app: FastifyInstance): MenuCache {
  return app.getDecorator<MenuCache>(MENU_CACHE);
}

// Both from `src` and from a build in `dist` beside it.
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The canteen's API under `/api`, and the web application in front of it. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, settings, clock, publicUrl } = options;
  const { applications = [{ basePath: '/', settings }] } = options;
  const headersOf = securityHeaders({
    settingsAt: (address) => applicationAt(address.split('?')[0] ?? '/', applications)?.settings ?? settings,
    publicUrl,
  });
  const answerPageError = answerPageErrors((path) => applicationAt(path, applications)?.basePath ?? '/');
  const app = Fastify({
    logger: options.log ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // By itself Node gives the headers 60 s, and a body that begins meanwhile as long.
    http: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    trustProxy: options.trustProxy ?? false,
    clientErrorHandler: answerClientErrors(headersOf('/api')),
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersOf(request.url));
      answerPageError(error, request, reply);
    },
  });
  app.setErrorHandler(answerPageError);
  addSecurityHeaders(app, headersOf, () => httpDate(clock()));
  await app.register(fastifyCompress, { encodings: ['br', 'gzip'] });
  readBodies(app);
  warnOfUnknownProxy(app);

  const menuCache = createMenuCache();
  app.decorate(MENU_CACHE, menuCache);
  const sessionSql = sessionQueries(database);
  const canteenSql = canteenQueries(database);
  const sessions = createSessions(sessionSql);
  const signInTurns = createSignInTurns();
  const limits = createLoginLimits(database, {
    turns: signInTurns,
    ...(options.loginLimits && { settings: options.loginLimits }),
  });
  const mailLimit = createMailLimit(database);
  const liveOffer = createLiveOffer({
    database,
    sessions,
    menuCache,
    clock,
    log: app.log,
    beatMs: options.liveBeatMs,
  });
  app.addHook('onListen', liveOffer.open);
  // Before the server waits for its connections to end.
  app.addHook('preClose', liveOffer.endStreams);
  app.addHook('onClose', liveOffer.close);
  const services = {
    sessions,
    clock,
    settings,
    addressOf: applicationUrl({ publicUrl, hostFor: options.hostFor, applications }),
    apiHeaders: headersOf('/api'),
    changesUnderWay: createChangesUnderWay(),
  };
  const changeOnce = createChangeOnce(database, signInTurns);
  const zone = serverZone(settings);
  const changeTurns = createChangeTurns();
  const orderSql = orderQueries(database);
  const questions = orderQuestions({
    signingKey: () => sessionSql.signingKey(),
    settings,
    queries: orderSql,
  });

  await app.register(
    async (api) => {
      implement(
        api,
        session,
        sessionHandlers({
          sessions,
          limits,
          turns: signInTurns,
          cardSignIn: createCardSignIn(database),
          queries: sessionSql,
          settings,
          publicUrl,
        }),
        services,
      );
      implement(api, customer, customerHandlers(customerQueries(database), settings), services);
      implement(api, canteens, canteenHandlers(canteenSql), services);
      implement(
        api,
        menu,
        menuHandlers({
          queries: menuQueries(database),
          canteens: canteenSql,
          cache: menuCache,
          limits: createMenuLimits(),
        }),
        services,
      );
      implement(
        api,
        orders,
        orderHandlers({
          database,
          batch: options.orderBatch ?? createOrderBatch(database, { changeTurns }),
          changeTurns,
          queries: orderSql,
          menuCache,
          liveOffer,
          questions,
        }),
        services,
      );
      implement(api, account, accountHandlers(accountQueries(database), zone), services);
      implement(api, card, cardHandlers({ database, settings, changeOnce }), services);
      implement(
        api,
        cart,
        cartHandlers({ database, cartTurns: createCartTurns(), menuCache, liveOffer, questions, settings }),
        services,
      );
      implement(api, live, liveHandlers(liveOffer), services);
      implement(api, pairing, pairingHandlers({ database, settings, changeOnce }), services);
      implement(
        api,
        password,
        passwordHandlers({ database, settings, changeOnce, limits, mailLimit, turns: signInTurns }),
        services,
      );
      implement(
        api,
        personalData,
        personalDataHandlers({
          queries: personalDataQueries(database),
          customers: customerQueries(database),
          accounts: accountQueries(database),
          reports: reportQueries(database),
          ordering: orderSql,
        }),
        services,
      );
      implement(
        api,
        profile,
        profileHandlers({ settings, changeOnce, managerEmail: options.managerEmail }),
        services,
      );
      implement(api, email, emailHandlers({ database, settings, changeOnce }), services);
      implement(
        api,
        registration,
        registrationHandlers({ database, settings, changeOnce, mailLimit, turns: signInTurns }),
        services,
      );
      implement(api, reports, reportHandlers(reportQueries(database), zone), services);
      implement(api, terms, termsHandlers({ queries: termsQueries(database), changeOnce }), services);
      refuseTheRest(api, everyCall);
    },
    { prefix: '/api' },
  );
  addHealth(app, database);
  await serveWeb(app, {
    webRoot: options.webRoot ?? folder('../../web/dist'),
    platesRoot: options.platesRoot ?? folder('../plates'),
    filesRoot: options.filesRoot,
    applications,
  });
  return app;
}
