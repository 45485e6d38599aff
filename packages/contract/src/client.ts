import * as z from 'zod/mini';

import { methodOf, type Api, type Endpoint, type Input, type Output } from './endpoint.ts';
import { ApiError, failureOfAnswer } from './errors.ts';

/** What may go with a single call. */
export type CallOptions = {
  readonly signal?: AbortSignal;
  /** One key per intent, the same when the call is repeated. */
  readonly idempotencyKey?: string;
  /** Answers to the server's questions so far, in order. */
  readonly force?: readonly string[];
};

/** A typed function per endpoint that answers once; it throws `ApiError` for everything but a success. */
export type Client<A extends Api> = {
  readonly [Name in keyof A as A[Name]['events'] extends true ? never : Name]: unknown extends Input<A[Name]>
    ? (input?: undefined, options?: CallOptions) => Promise<Output<A[Name]>>
    : (input: Input<A[Name]>, options?: CallOptions) => Promise<Output<A[Name]>>;
};

/** Where calls go and what every call carries. */
export type ClientSettings = {
  /** The base of all addresses, without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: (request: string, init: RequestInit) => Promise<Response>;
  /** The interface language, sent as `Accept-Language`. */
  readonly language: () => string;
  /** The session token, sent as `X-ASW-TOKEN` when there is one. */
  readonly token: () => string | undefined;
  /** Where the application lies below the origin, sent as `X-ASW-BASE-PATH` with what changes something: mails link to it. */
  readonly basePath?: string | undefined;
};

/** The input of any endpoint. */
export type AnyInput = {
  query?: unknown;
  body?: unknown;
  authorization?: string;
  keepLogged?: boolean;
  lastEventId?: string | undefined;
};

/** Query text: null and undefined are left out, arrays joined by commas. */
export function queryText(values: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const parts = Array.isArray(value) ? value : [value];
      return `${encodeURIComponent(name)}=${parts.map((part) => encodeURIComponent(String(part))).join(',')}`;
    });
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

/** The answers to the server's questions as one text; undefined without any. */
function forceText({ force = [] }: CallOptions): string | undefined {
  return force.length > 0 ? force.map(encodeURIComponent).join(',') : undefined;
}

/**
 * A value as it goes over the wire. The checks of the contract, such as how long a text may be, are left to the server:
 * its refusal is shown like any other, and a server that accepts more gets more. zod documents no option for that;
 * `client.test.ts` fails where a release of it does not know this one any more.
 */
function encoded(schema: NonNullable<Endpoint['query']>, value: unknown): unknown {
  const unchecked: z.core.ParseContextInternal<z.core.$ZodIssue> = { skipChecks: true };
  return z.encode(schema as z.ZodMiniType, value, unchecked);
}

function bodyOf(definition: Endpoint, input: AnyInput, options: CallOptions): string | undefined {
  if (definition.body === undefined || definition.body === 'empty') return undefined;
  const force = definition.forceInBody ? forceText(options) : undefined;
  const body = force === undefined ? input.body : { ...(input.body as object), force };
  return JSON.stringify(encoded(definition.body, body));
}

function headersOf(
  definition: Endpoint,
  settings: ClientSettings,
  input: AnyInput,
  options: CallOptions,
): Record<string, string> {
  const token = settings.token();
  const force = forceText(options);
  return {
    accept: 'application/json',
    'accept-language': settings.language(),
    ...(token !== undefined && { 'x-asw-token': token }),
    ...(input.authorization !== undefined && { authorization: input.authorization }),
    ...(input.keepLogged && { 'x-asw-keep-logged': '1' }),
    ...(definition.body !== undefined &&
      definition.body !== 'empty' && { 'content-type': 'application/json' }),
    ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    ...(force !== undefined && { 'x-asw-force': force }),
    ...(definition.changes &&
      definition.server === undefined &&
      settings.basePath !== undefined && { 'x-asw-base-path': settings.basePath }),
  };
}

/** The payload of an answer, lifted out of the name it may be nested under. */
function payloadOf(definition: Endpoint, body: unknown): unknown {
  const name = definition.payload;
  if (name === undefined || typeof body !== 'object' || body === null) return body;
  const fields = body as Readonly<Record<string, unknown>>;
  const nested = fields[name] ?? fields['data'];
  if (Array.isArray(nested)) return { ...fields, [name]: nested };
  return typeof nested === 'object' && nested !== null ? { ...fields, ...nested } : body;
}

/** Makes one call; throws `ApiError` for everything but a success. */
export async function callEndpoint(
  definition: Endpoint,
  settings: ClientSettings,
  input: AnyInput,
  options: CallOptions,
): Promise<unknown> {
  const query = definition.query && encoded(definition.query, input.query);
  const address =
    settings.baseUrl + definition.path + (query ? queryText(query as Record<string, unknown>) : '');
  const body = bodyOf(definition, input, options);

  let response: Response;
  let text: string;
  try {
    response = await settings.fetch(address, {
      method: methodOf(definition),
      headers: headersOf(definition, settings, input, options),
      credentials: 'omit',
      // A GET that changes something is never answered from a cache (OQ-55).
      ...(definition.changes && { cache: 'no-store' }),
      ...(body !== undefined && { body }),
      ...(options.signal && { signal: options.signal }),
    });
    text = await response.text();
  } catch (error) {
    // An aborted call is no failure: nobody waits for it.
    if (options.signal?.aborted) throw error;
    throw new ApiError({ kind: 'offline' }, { cause: error });
  }

  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    json = undefined; // An answer that is not JSON counts as having no message.
  }
  const failure = failureOfAnswer({
    status: response.status,
    statusText: response.statusText,
    body: json,
    succeedsWith: definition.succeedsWith,
  });
  if (failure) throw new ApiError(failure);

  const decoded = z.safeDecode(definition.response as z.ZodMiniType, payloadOf(definition, json));
  if (!decoded.success) throw new ApiError({ kind: 'malformed' }, { cause: decoded.error });
  return decoded.data;
}

/** A client for the endpoints of an API. */
export function createClient<A extends Api>(api: A, settings: ClientSettings): Client<A> {
  return Object.fromEntries(
    Object.entries(api).map(([name, definition]) => [
      name,
      (input: AnyInput = {}, options: CallOptions = {}) => callEndpoint(definition, settings, input, options),
    ]),
  ) as Client<A>;
}
