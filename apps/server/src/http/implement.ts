import type { AnyInput } from '@refectory/contract/client';
import { methodOf, type Api, type Endpoint, type Handlers } from '@refectory/contract/endpoint';
import type { Settings } from '@refectory/contract/settings';
import { ownKey } from '@refectory/database/order-functions';
import { mayShop } from '@refectory/domain/access';
import type { Instant } from '@refectory/domain/day';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { isCustomerSession, type Session, type Sessions } from '../session/sessions.ts';
import { languageOf } from './accept-language.ts';
import type { CallContexts } from './call-context.ts';
import { forceOf, idempotencyOf } from './idempotency-key.ts';
import { OwnAnswer } from './own-answer.ts';
import { refuse } from './refusal.ts';
import { decodeOrRefuse, queryValues } from './request-values.ts';

/** A noun's handlers: each gets what its endpoint's `auth` promises, and may answer with an answer that sends itself. */
export type ServerHandlers<A extends Api> = Handlers<A, CallContexts, OwnAnswer>;

type AnyHandler = (context: CallContexts['customer'], input: AnyInput) => Promise<object>;

/** Every method the server knows. */
export const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** What the handlers of every noun are run with. */
export type CallServices = {
  readonly sessions: Pick<Sessions, 'find' | 'check'>;
  readonly clock: () => Instant;
  readonly settings: Settings;
};

type Method = (typeof ALL_METHODS)[number];

/** The methods a call is answered to; nothing changes for whoever asks for the head alone (OQ-55). */
function methodsOf(definition: Endpoint): Method[] {
  const method = methodOf(definition);
  return method === 'GET' && !definition.changes ? ['GET', 'HEAD'] : [method];
}

const headerText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/** The session of a call, as far as its endpoint asks for one. Calls that change something ask the database itself. */
async function sessionOf(
  request: FastifyRequest,
  definition: Endpoint,
  sessions: CallServices['sessions'],
  now: Instant,
): Promise<Session | undefined> {
  if (definition.auth === 'none') return undefined;
  const token = headerText(request.headers['x-asw-token']);
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

/** What came with the call. An `empty` body may hold anything that says nothing. */
function inputOf(request: FastifyRequest, definition: Endpoint) {
  const { query, body } = definition;
  if (body === 'empty' && !isEmpty(request.body)) throw refuse('badRequest', { field: 'body' });
  return {
    ...(query && {
      query: decodeOrRefuse(
        query,
        queryValues(query, request.query as Readonly<Record<string, unknown>>),
        'query',
      ),
    }),
    ...(body && body !== 'empty' && { body: decodeOrRefuse(body, request.body, 'body') }),
    ...(definition.authorization && { authorization: request.headers.authorization ?? '' }),
    ...(definition.keepLogged && { keepLogged: request.headers['x-asw-keep-logged'] === '1' }),
    ...(definition.events && { lastEventId: headerText(request.headers['last-event-id']) }),
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
  { sessions, clock, settings }: CallServices,
): void {
  for (const [name, definition] of Object.entries(api)) {
    // The pairing of endpoint and handler is what `ServerHandlers` has checked by name.
    const handler = handlers[name] as AnyHandler;
    app.route({
      method: methodsOf(definition),
      url: definition.path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        reply.header('Cache-Control', 'no-store');
        const now = clock();
        const session = await sessionOf(request, definition, sessions, now);
        refuseWithout(definition.needs, settings, session);
        const input = inputOf(request, definition);
        const context = {
          now,
          language: languageOf(request.headers['accept-language']),
          address: request.ip,
          idempotency: definition.changes
            ? idempotencyOf(request.headers['idempotency-key'], definition.path, input.body)
            : ownKey(),
          force: forceOf(request.headers['x-asw-force'], request.body),
          markReplayed: () => {
            reply.header('Idempotency-Replayed', 'true');
          },
          session,
        } as CallContexts['customer'];
        const answer = await handler(context, input);
        if (answer instanceof OwnAnswer) {
          await answer.send(request, reply);
          return reply;
        }
        const payload = z.encode(definition.response as z.ZodMiniType<object, object>, answer);
        return { success: true, ...payload };
      },
    });
  }
}

/** Answers 405 to every other method at the paths of these calls; several of them may share one. */
export function refuseOtherMethods(app: FastifyInstance, api: Api): void {
  for (const path of new Set(Object.values(api).map((definition) => definition.path))) {
    const answered = Object.values(api)
      .filter((definition) => definition.path === path)
      .flatMap(methodsOf);
    app.route({
      method: ALL_METHODS.filter((method) => !answered.includes(method)),
      url: path,
      onRequest: async (_, reply) => {
        reply.header('Allow', answered.join(', '));
        throw refuse('methodNotAllowed');
      },
      handler: () => {
        throw refuse('methodNotAllowed');
      },
    });
  }
}
