import { hash, randomUUID } from 'node:crypto';

import { languageNamed } from '@refectory/contract/accept-language';
import { topUp } from '@refectory/contract/top-up';
import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { ownKey } from '@refectory/database/order-functions';
import { isDatabaseOutage, isLockTimeout } from '@refectory/database/outage';
import { createOutageLog, type OutageLog } from '@refectory/database/outage-log';
import { patientTurns } from '@refectory/database/patient-turns';
import { beginTopUp, findPayment, type Payment } from '@refectory/database/payments';
import { queuesByKey, type QueuesByKey } from '@refectory/database/queues-by-key';
import { ownerOfToken } from '@refectory/database/sessions';
import type { Instant } from '@refectory/domain/day';
import { moneyToDecimal } from '@refectory/domain/money';
import { statusOfPayment } from '@refectory/domain/payment-state';
import { returnAddress } from '@refectory/domain/return-address';
import type { Language } from '@refectory/domain/texts';
import { topUpLimits } from '@refectory/domain/top-up';
import { formatAmount } from '@refectory/translations/format-amount';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import * as z from 'zod/mini';

import { backFrom, beginAtGateway, wayBack } from './begin-payment.ts';
import { ForgedNoticeError, GatewayUnavailableError, type Gateway } from './gateway.ts';
import { answerRefusal, PaymentRefusal } from './payment-refusal.ts';
import { serveWayToGateway } from './serve-way-to-gateway.ts';
import { takeNotice } from './take-notice.ts';

/** What the service of payments is made of. */
export type PaymentOptions = {
  readonly database: Database;
  readonly settings: Pick<Settings, 'languages' | 'currencyFormat' | 'topUpLeast' | 'topUpMost'>;
  readonly clock: () => Instant;
  /** The gateways in the sequence of the settings: carts are paid at the first one. */
  readonly gateways: readonly Gateway[];
  /** What all amounts are in, by ISO 4217. */
  readonly currency: string;
  /** The origin that payments come back to; the one a call came to where absent. */
  readonly publicUrl?: string | undefined;
};

/** More than any notice has, in bytes. */
const BODY_LIMIT_BYTES = 256 * 1024;
/** A request has to be there in this time, its headers too. */
const REQUEST_TIMEOUT_MS = 10_000;
/** How often that is looked at. */
const TIMEOUT_CHECK_MS = 1_000;
/** Calls of one customer that begin a top-up at once: the one that runs, and those that wait for it. */
const MOST_OF_A_CUSTOMER = 32;
/** Notices that are taken in at once, of any customers: a gateway sends many when it was away. */
const NOTICES_AT_ONCE = 2;
/** Notices that wait aside for rows that somebody holds, so that everybody else's go on. */
const NOTICES_ASIDE = 1;
const HOUR_MS = 60 * 60_000;
/** How long to wait before asking again while the database is away. */
const OUTAGE_SECONDS = 2;
/** What an id of a payment is made of; the database takes no text with a NUL in it, for one. */
const ID_PATTERN = /^[\w-]{1,64}$/;
const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};

/** The service of payments as a server of its own, with everything below `prefix`. */
export async function createPaymentsApp(
  options: PaymentOptions & {
    readonly prefix?: string;
    readonly log?: FastifyServerOptions['logger'];
    readonly trustProxy?: FastifyServerOptions['trustProxy'];
  },
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.log ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    rewriteUrl: ({ url = '/' }) => routable(url),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers(HEADERS);
    done();
  });
  await app.register(servePayments(options), { prefix: options.prefix ?? '/payments' });
  return app;
}

/** An address whose escapes are no text reaches no route, and whoever goes to pay no page: they are taken as its letters. */
function routable(address: string): string {
  const [path = ''] = address.split('?', 1);
  try {
    decodeURI(path);
    return address;
  } catch {
    return path.replaceAll('%', '%25') + address.slice(path.length);
  }
}

/** The calls of the service of payments, to be registered under a prefix. */
export function servePayments(options: PaymentOptions) {
  const { gateways } = options;
  /** What waits for an account that is held has a connection: those of one customer go one after the other. */
  const ofCustomer = queuesByKey(1);
  const turns = patientTurns({ atOnce: NOTICES_AT_ONCE, aside: NOTICES_ASIDE });
  return async (app: FastifyInstance): Promise<void> => {
    // A signature holds for the bytes that came, so bodies are read here.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    const outage = createOutageLog('the database is out of reach, or somebody holds what calls need');
    app.setErrorHandler((error, request, reply) => {
      answerRefusal(reply, refusalOf(error, request, outage), languageOf(request, options.settings));
    });
    for (const [index, gateway] of gateways.entries()) {
      for (const base of index === 0 ? ['', `/${gateway.id}`] : [`/${gateway.id}`])
        serveGateway(app, base, gateway, { ...options, ofCustomer });
      app.post(`/notices/${gateway.id}`, (request) => takeNotice(request, gateway, { ...options, turns }));
      const { servePages } = gateway;
      if (servePages)
        await app.register(
          async (pages) => {
            servePages(pages);
          },
          { prefix: `/gateway/${gateway.id}` },
        );
    }
    await app.register(async (pages) => {
      serveWayToGateway(pages, {
        leaveFor: (request) => leaveFor(request, options),
        refusalOf: (error, request) => refusalOf(error, request, outage),
        languageOf: (request) => languageOf(request, options.settings),
        application: options.publicUrl ?? '/',
      });
    });
  };
}

type InTurn = { readonly ofCustomer: QueuesByKey };

function serveGateway(
  app: FastifyInstance,
  base: string,
  gateway: Gateway,
  options: PaymentOptions & InTurn,
): void {
  app.post(`${base}${topUp.startTopUp.path}`, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { success: true, ...(await startTopUp(request, gateway, options)) };
  });
  app.get(`${base}${topUp.getPaymentStatus.path}`, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { success: true, ...(await tellStatus(request, options)) };
  });
}

/** Begins a top-up of the session's own customer, who is nobody else whatever the body says. */
async function startTopUp(request: FastifyRequest, gateway: Gateway, options: PaymentOptions & InTurn) {
  const { database, settings, clock, currency, ofCustomer } = options;
  const now = clock();
  const owner = await ownerOf(request, options, now);
  if (owner === 'guest') throw new PaymentRefusal('loginRequired');
  if (owner.needsPassword) throw new PaymentRefusal('passwordRequired');
  const { customerId, toBePaid, successUrl, failUrl } = decoded(
    topUp.startTopUp.body,
    jsonOf(request),
    'body',
  );
  if (String(customerId) !== String(owner.customerId)) throw new PaymentRefusal('notOwnAccount');
  const { least, most } = topUpLimits(settings);
  const language = languageOf(request, settings);
  const outsideLimits = () =>
    new PaymentRefusal('amountOutsideLimits', {
      least: formatAmount(least, language, settings.currencyFormat),
      most: formatAmount(most, language, settings.currencyFormat),
    });
  if (toBePaid < least || toBePaid > most) throw outsideLimits();
  const origins = [options.publicUrl ?? `${request.protocol}://${request.host}`];
  const [success, fail] = [returnAddress(successUrl, origins), returnAddress(failUrl, origins)];
  if (success === undefined || fail === undefined) throw new PaymentRefusal('returnAddressRefused');
  const idempotency = idempotencyOf(request, [gateway.id, toBePaid, success, fail]);
  const turn = String(owner.customerId);
  if (ofCustomer.size(turn) >= MOST_OF_A_CUSTOMER)
    throw new PaymentRefusal('tooManyTries', { seconds: OUTAGE_SECONDS });
  const begun = await ofCustomer.run(turn, () =>
    beginTopUp(database, {
      customerId: owner.customerId,
      gateway: gateway.id,
      language,
      amount: toBePaid,
      successUrl: success,
      failUrl: fail,
      idempotency,
      now,
    }),
  );
  if (begun.verdict === 'key-reused') throw new PaymentRefusal('keyReused');
  if (begun.verdict === 'too-many') {
    // One of them may have been paid since.
    const waitMs = Math.max(begun.nth + HOUR_MS - now, 1_000);
    throw new PaymentRefusal('tooManyTries', { seconds: Math.ceil(waitMs / 1000) });
  }
  // With what is there already it would be more than an account can hold.
  if (begun.verdict === 'too-much') throw outsideLimits();
  // A repeat may come when its payment is over.
  const gatewayLink =
    wayBack(begun.payment, now) ??
    (await beginAtGateway(database, gateway, begun.payment, { currency, now }));
  return { gatewayLink, paymentId: begun.payment.publicId };
}

/** What a customer is told of their payment; a customer who is not signed in has to know its id. */
async function tellStatus(request: FastifyRequest, options: PaymentOptions) {
  const owner = await ownerOf(request, options, options.clock());
  const { paymentId } = decoded(topUp.getPaymentStatus.query, request.query, 'query');
  const payment = await paymentOfId(options.database, paymentId);
  if (owner !== 'guest' && owner.customerId !== payment.customerId)
    throw new PaymentRefusal('unknownPayment');
  return {
    status: statusOfPayment[payment.state],
    amount: moneyToDecimal(payment.amount),
    purpose: payment.purpose,
    ...(payment.usedFor !== null && { usedFor: payment.usedFor }),
    ...(payment.state === 'expired' && { expired: true }),
  };
}

/** Where the browser goes that pays for a cart: to the gateway, or back where the payment is over already. */
async function leaveFor(request: FastifyRequest, options: PaymentOptions): Promise<string> {
  const { database, clock, currency } = options;
  const { '*': paymentId } = request.params as { readonly '*': string };
  const payment = await paymentOfId(database, paymentId);
  const now = clock();
  const back = wayBack(payment, now);
  if (back !== undefined) return back;
  const gateway = options.gateways.find(({ id }) => id === payment.gateway);
  if (gateway === undefined) return backFrom(payment.failUrl, paymentId);
  try {
    return await beginAtGateway(database, gateway, payment, { currency, now });
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    request.log.warn({ err: error, payment: payment.id }, 'a payment could not be begun');
    return backFrom(payment.failUrl, paymentId);
  }
}

/** The payment of an id that came with a call, which may be anything. */
async function paymentOfId(database: Database, id: string): Promise<Payment> {
  const payment = ID_PATTERN.test(id) ? await findPayment(database, id) : undefined;
  if (payment === undefined) throw new PaymentRefusal('unknownPayment');
  return payment;
}

async function ownerOf(request: FastifyRequest, { database }: PaymentOptions, now: Instant) {
  const token = request.headers['x-asw-token'];
  const owner = typeof token === 'string' ? await ownerOfToken(database, token, now) : undefined;
  if (owner === undefined) throw new PaymentRefusal('sessionMissing');
  return owner;
}

function idempotencyOf(request: FastifyRequest, asked: readonly unknown[]) {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return ownKey();
  if (typeof key !== 'string' || !KEY_PATTERN.test(key))
    throw new PaymentRefusal('badRequest', { field: 'Idempotency-Key' });
  return { key, requestHash: hash('sha256', JSON.stringify(asked), 'buffer') };
}

function jsonOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new PaymentRefusal('badRequest', { field: 'body' });
  }
}

function decoded<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.map(String).join('.');
  throw new PaymentRefusal('badRequest', { field: path || whole });
}

/** The language of a call: the one that it names, else the first one of the canteen. */
const languageOf = (request: FastifyRequest, settings: PaymentOptions['settings']): Language =>
  languageNamed(request.headers['accept-language']) ?? settings.languages[0] ?? 'en';

/** What a call is refused with; a surprise is logged once, under an id. */
function refusalOf(error: unknown, request: FastifyRequest, outage: OutageLog): PaymentRefusal {
  if (error instanceof PaymentRefusal) return error;
  if (error instanceof ForgedNoticeError) {
    request.log.warn({ security: true, reason: error.message, address: request.ip }, 'a notice was refused');
    return new PaymentRefusal('badRequest', { field: 'signature' });
  }
  if (error instanceof GatewayUnavailableError) {
    request.log.warn({ err: error }, 'a payment could not be begun');
    return new PaymentRefusal('gatewayUnavailable');
  }
  // A client that closed the connection before all of its request was here reads no answer, and the service is not at fault.
  if (request.raw.readableAborted && !request.raw.complete)
    return new PaymentRefusal('badRequest', { field: 'body' });
  if (isDatabaseOutage(error) || isLockTimeout(error)) {
    outage.met(request.log, error);
    return new PaymentRefusal('unavailable', { seconds: OUTAGE_SECONDS });
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return new PaymentRefusal('tooLarge');
  if (status >= 400 && status < 500) return new PaymentRefusal('badRequest', { field: 'body' });
  request.log.error({ err: error, id: randomUUID() }, 'unexpected error');
  // The gateway tells it again, and the customer may repeat it.
  return new PaymentRefusal('unavailable');
}
