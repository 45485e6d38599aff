import type { OutgoingHttpHeaders } from 'node:http';

import type { AnyInput } from '@refectory/contract/client';
import { methodOf, type Api, type Endpoint, type Handlers } from '@refectory/contract/endpoint';
import type { Settings } from '@refectory/contract/settings';
import { ownKey, type IdempotencyKey } from '@refectory/database/order-functions';
import { mayShop } from '@refectory/domain/access';
import type { Instant } from '@refectory/domain/day';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { isCustomerSession, type Session, type Sessions } from '../session/sessions.ts';
import { languageNamed, languageOfCall } from '@refectory/contract/accept-language';
import type { CallContext, CallContexts } from './call-context.ts';
import type { ChangesUnderWay } from './changes-under-way.ts';
import { answerDirectly, httpDate } from './direct-answer.ts';
import { forceOf, idempotencyOf } from './idempotency-key.ts';
import { OwnAnswer, type AnswerHead } from './own-answer.ts';
import { refuse } from './refusal.ts';
import { decodeOrRefuse, queryValues } from './request-values.ts';

/** A noun's handlers: each gets what its endpoint's `auth` promises, and may answer with an answer that sends itself. */
export type ServerHandlers<A extends Api> = Handlers<A, CallContexts, OwnAnswer>;

type AnyHandler = (context: CallContexts['customer'], input: AnyInput) => Promise<object>;

/** Every method the server knows. */
const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** What the handlers of every noun are run with. */
export type CallServices = {
  readonly sessions: Pick<Sessions, 'find' | 'check' | 'rememberLanguage'>;
  readonly clock: () => Instant;
  readonly settings: Settings;
  /** Where the application of a call is reached. */
  readonly addressOf: (request: FastifyRequest) => string;
  /** The security headers of every answer of the API. */
  readonly apiHeaders: Readonly<Record<string, string>>;
  readonly changesUnderWay: ChangesUnderWay;
};

/** Shorter answers are not worth packing, in bytes. */
const PACKED_FROM_BYTES = 1024;
/** Queries of an endpoint of which what they mean is remembered: people ask for the same few menus. */
const QUERIES_REMEMBERED = 1000;
/** Longer ones are made up. */
const QUERY_CHARACTERS = 300;

type Method = (typeof ALL_METHODS)[number];

/** The methods of a call; a HEAD request gets the headers of the GET. */
function methodsOf(definition: Endpoint): Method[] {
  const method = methodOf(definition);
  return method === 'GET' && !definition.changes ? ['GET', 'HEAD'] : [method];
}

const headerText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** The session of a call, as far as its endpoint asks for one. Calls that change something ask the database itself. */
async function sessionOf(
  token: string | undefined,
  definition: Endpoint,
  sessions: CallServices['sessions'],
  now: Instant,
): Promise<Session | undefined> {
  if (definition.auth === 'none') return undefined;
  const find = definition.changes ? sessions.check : sessions.find;
  const session = token === undefined ? undefined : await find(token, now);
  if (!session) throw refuse('sessionMissing');
  if (definition.auth === 'customer' && !isCustomerSession(session)) throw refuse('loginRequired');
  return session;
}

/** Throws when the settings do not have what a call needs, for this caller or for anybody. */
function refuseWithout(needs: Endpoint['needs'], settings: Settings, session: Session | undefined): void {
  if (needs === undefined) return;
  if (!mayShop(settings, true)) throw refuse('switchedOff');
  if (!mayShop(settings, session !== undefined && isCustomerSession(session))) throw refuse('loginRequired');
}

/** Reads the queries of an endpoint; those that were read lately are known by their text. */
function queryReader(schema: NonNullable<Endpoint['query']>): (request: FastifyRequest) => unknown {
  const known = new Map<string, unknown>();
  return (request) => {
    const { url } = request.raw;
    const text = url?.slice(url.indexOf('?') + 1) ?? '';
    const query = known.get(text);
    if (query !== undefined) return query;
    const parameters = request.query as Readonly<Record<string, unknown>>;
    const read = decodeOrRefuse(schema, queryValues(schema, parameters), 'query');
    if (text.length <= QUERY_CHARACTERS) {
      if (known.size >= QUERIES_REMEMBERED) known.clear();
      known.set(text, read);
    }
    return read;
  };
}

/** What came with the call. An `empty` body may hold anything that says nothing. */
function inputOf(
  request: FastifyRequest,
  definition: Endpoint,
  readQuery: ReturnType<typeof queryReader> | undefined,
): AnyInput {
  const { body } = definition;
  if (body === 'empty' && !isEmpty(request.body)) throw refuse('badRequest', { field: 'body' });
  return {
    ...(readQuery && { query: readQuery(request) }),
    ...(body && body !== 'empty' && { body: decodeOrRefuse(body, request.body, 'body') }),
    ...(definition.authorization && { authorization: request.headers.authorization ?? '' }),
    ...(definition.keepLogged && { keepLogged: request.headers['x-asw-keep-logged'] === '1' }),
    ...(definition.events && { lastEventId: headerText(request.headers['last-event-id']) }),
  };
}

/** What a handler knows of a call; what few handlers ask for is found out when they do. */
class Call implements CallContext {
  readonly now: Instant;
  readonly session: Session | undefined;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #addressOf: (request: FastifyRequest) => string;
  #idempotency: IdempotencyKey | undefined;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    known: {
      readonly now: Instant;
      readonly session: Session | undefined;
      readonly idempotency: IdempotencyKey | undefined;
      readonly addressOf: (request: FastifyRequest) => string;
    },
  ) {
    this.#request = request;
    this.#reply = reply;
    this.now = known.now;
    this.session = known.session;
    this.#addressOf = known.addressOf;
    this.#idempotency = known.idempotency;
  }

  get language() {
    return languageOfCall(this.#request.raw.headers['accept-language']);
  }
  get namedLanguage() {
    return languageNamed(this.#request.raw.headers['accept-language']);
  }
  get address() {
    return this.#request.ip;
  }
  get idempotency() {
    return (this.#idempotency ??= ownKey());
  }
  get force() {
    return forceOf(this.#request.headers['x-asw-force'], this.#request.body);
  }
  get applicationUrl() {
    return this.#addressOf(this.#request);
  }
  get cookies() {
    return this.#request.headers.cookie;
  }
  readonly setCookie = (cookie: string): void => {
    this.#reply.header('Set-Cookie', cookie);
  };
  readonly markReplayed = (): void => {
    this.#reply.header('Idempotency-Replayed', 'true');
  };
}

function isEmpty(body: unknown): boolean {
  return body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0);
}

/** Registers the calls of a noun: session, input, handler, answer in its envelope. */
export function implement<A extends Api>(
  app: FastifyInstance,
  api: A,
  handlers: ServerHandlers<A>,
  { sessions, clock, settings, addressOf, apiHeaders, changesUnderWay }: CallServices,
): void {
  for (const [name, definition] of Object.entries(api)) {
    // The pairing of endpoint and handler is what `ServerHandlers` has checked by name.
    const handler = handlers[name] as AnyHandler;
    const readQuery = definition.query && queryReader(definition.query);
    const method = methodOf(definition);
    const response = definition.response as z.ZodMiniType<object, object>;
    app.route({
      method: methodsOf(definition),
      url: definition.path,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        const token = headerText(request.headers['x-asw-token']);
        return definition.changes && token !== undefined
          ? changesUnderWay.run(token, () => answerCall(request, reply, token))
          : answerCall(request, reply, token);
      },
    });

    /** What a read remembers of a session may be from before the customer accepted the terms. */
    async function stillOwesTerms(token: string, now: Instant): Promise<boolean> {
      return definition.changes === true || (await sessions.check(token, now))?.owesTerms === true;
    }

    /** Remembers the language of a call that was carried out. Where that fails, the call is as good as it was. */
    async function rememberLanguage(request: FastifyRequest, call: Call): Promise<void> {
      const { session, namedLanguage } = call;
      if (namedLanguage === undefined || session === undefined || !isCustomerSession(session)) return;
      await sessions.rememberLanguage(session, namedLanguage).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the language of a customer was not remembered');
      });
    }

    async function answerCall(
      request: FastifyRequest,
      reply: FastifyReply,
      token: string | undefined,
    ): Promise<FastifyReply> {
      const now = clock();
      const session = await sessionOf(token, definition, sessions, now);
      refuseWithout(definition.needs, settings, session);
      if (definition.needsTerms && session?.owesTerms && (await stillOwesTerms(session.token, now)))
        throw refuse('termsNotAccepted');
      if (definition.needsPassword && session?.needsPassword) throw refuse('passwordRequired');
      const input = inputOf(request, definition, readQuery);
      const idempotency = definition.changes
        ? idempotencyOf(
            request.headers['idempotency-key'],
            definition.path,
            // A digest that is quick to compute would give a password away: `changeOnce` makes a slow one.
            definition.secret ? undefined : bodyOf(input),
          )
        : undefined;
      const call = new Call(request, reply, { now, session, idempotency, addressOf });
      // The session is the one that the endpoint's `auth` asks for.
      const answer = await handler(call as CallContexts['customer'], input);
      if (definition.changes && method === 'POST') await rememberLanguage(request, call);
      const head: AnswerHead = { ...apiHeaders, Date: httpDate(clock()) };
      if (answer instanceof OwnAnswer) await answer.send(request, reply, head);
      else sendJson(request, reply, head, JSON.stringify({ success: true, ...z.encode(response, answer) }));
      return reply;
    }
  }
}

const bodyOf = (input: AnyInput) => ('body' in input ? input.body : undefined);

/** Sends an answer as it is, or packed by the framework where that is worth it. */
function sendJson(request: FastifyRequest, reply: FastifyReply, head: AnswerHead, text: string): void {
  const own = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' };
  const bytes = Buffer.byteLength(text);
  if (bytes >= PACKED_FROM_BYTES && request.headers['accept-encoding'] !== undefined) {
    reply.headers(own).send(text);
    return;
  }
  answerDirectly(
    reply,
    200,
    { ...head, ...own, 'Content-Length': bytes, ...(reply.getHeaders() as OutgoingHttpHeaders) },
    text,
  );
}

/** Registers the last route: a path of these calls answers 405 to other methods, every other path 404. */
export function refuseTheRest(app: FastifyInstance, api: Api): void {
  const answered = new Map<string, readonly string[]>();
  for (const definition of Object.values(api))
    answered.set(definition.path, [...(answered.get(definition.path) ?? []), ...methodsOf(definition)]);
  app.route<{ Params: { '*': string } }>({
    method: [...ALL_METHODS],
    url: '/*',
    onRequest: async ({ params, method }, reply) => {
      const methods = answered.get(`/${params['*']}`);
      // A path with an encoded slash has no route, though it reads like one that has.
      if (methods === undefined || methods.some((one) => one === method)) throw refuse('notFound');
      reply.header('Allow', methods.join(', '));
      throw refuse('methodNotAllowed');
    },
    handler: () => {
      throw refuse('notFound');
    },
  });
}
