import { randomUUID } from 'node:crypto';

import { refusalStatus, wireCode, type RefusalCode } from '@refectory/contract/errors';
import { isDatabaseOutage, isLockTimeout } from '@refectory/database/outage';
import { createOutageLog, type OutageLog } from '@refectory/database/outage-log';
import { moneyToDecimal } from '@refectory/domain/money';
import type { Language } from '@refectory/domain/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { languageOf } from '@refectory/contract/accept-language';
import { createRefusalLog } from './refusal-log.ts';
import { refusalText, yesText } from './refusal-texts.ts';
import { CartRefusalError, QuestionError, refuse, RefusalError } from './refusal.ts';
import { isApiAddress } from './security-headers.ts';

/** How long to wait before asking again, for refusals that pass by themselves. */
const RETRY_AFTER_SECONDS: { readonly [code in RefusalCode]?: number } = { unavailable: 2, tooManyOrders: 1 };

/** Fastify's own refusals of a request, by their status; any other one is a request we cannot read. */
const frameworkRefusals: Readonly<Record<number, RefusalCode>> = {
  403: 'notFound',
  404: 'notFound',
  413: 'tooLarge',
  415: 'notJson',
};

/** The refusal that a request is Fastify's to refuse; undefined for any other error. */
function frameworkRefusal(error: unknown): RefusalError | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const status = Number(error.statusCode);
  if (!(status >= 400 && status < 500)) return undefined;
  const code = frameworkRefusals[status];
  if (code) return refuse(code);
  const isAddress = 'code' in error && error.code === 'FST_ERR_BAD_URL';
  return refuse('badRequest', { field: isAddress ? 'address' : 'body' });
}

/** What calls run into together. */
type Outages = { readonly database: OutageLog; readonly locks: OutageLog };

/** Expected refusals as they are; an outage as such; anything else is logged once under an id. */
function refusalOf(error: unknown, request: FastifyRequest, outages: Outages): RefusalError {
  if (error instanceof RefusalError) return error;
  // A client that closed the connection before all of its request was here reads no answer, and the server is not at fault.
  if (request.raw.readableAborted && !request.raw.complete) return refuse('badRequest', { field: 'body' });
  if (isDatabaseOutage(error)) {
    outages.database.met(request.log, error);
    return refuse('unavailable');
  }
  if (isLockTimeout(error)) {
    outages.locks.met(request.log, error);
    return refuse('unavailable');
  }
  const refused = frameworkRefusal(error);
  if (refused) return refused;
  const id = randomUUID();
  request.log.error({ err: error, id }, 'unexpected error');
  return refuse('unexpected', { id });
}

/** What a question carries besides: the message again, and the answer that goes on. */
function forceOf({ code, values, yes }: QuestionError, message: string, language: Language) {
  return { message, answers: [{ value: yes, label: yesText(code, values, language) }] };
}

/** Every line of a cart that is refused, with its own words. */
function linesOf({ lines }: CartRefusalError, language: Language) {
  return lines.map(({ line, code, values, price }) => ({
    line,
    code: wireCode(code),
    message: refusalText(code, values, language),
    ...(price !== undefined && { price: moneyToDecimal(price) }),
  }));
}

/** A person's browser asks for a page: not a call, nor a file of the application. */
const asksForPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !isApiAddress(url) &&
  (headers.accept ?? '').includes('text/html');

/**
 * Leads an address that cannot be read, as a browser asks for it, to the start of its application (NAV-34), which
 * `startOf` knows; answers any other error.
 */
export function answerPageErrors(startOf: (address: string) => string) {
  const outages: Outages = {
    database: createOutageLog('the database is out of reach'),
    locks: createOutageLog('somebody holds what calls need'),
  };
  const refusals = createRefusalLog();
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (asksForPage(request) && frameworkRefusal(error))
      reply.header('Cache-Control', 'no-store').redirect(startOf(request.url));
    else {
      const refusal = refusalOf(error, request, outages);
      refusals.met(refusal.code, request);
      answerError(refusal, request, reply);
    }
  };
}

/** Answers a refusal in the envelope, in the caller's language. */
function answerError(refusal: RefusalError, request: FastifyRequest, reply: FastifyReply): void {
  const { code, values } = refusal;
  const language = languageOf(request.headers['accept-language']);
  const message = refusalText(code, values, language);
  const retryAfter = RETRY_AFTER_SECONDS[code] ?? values['seconds'];
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  reply
    .code(refusalStatus[code])
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      success: false,
      resultText: message,
      error: {
        code: wireCode(code),
        message,
        ...(values['id'] !== undefined && { id: values['id'] }),
        ...(refusal instanceof QuestionError && { force: forceOf(refusal, message, language) }),
        ...(refusal instanceof CartRefusalError && { lines: linesOf(refusal, language) }),
      },
    });
}
