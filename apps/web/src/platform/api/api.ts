import type { api } from '@refectory/contract/api';
import { callEndpoint, type AnyInput, type CallOptions, type Client } from '@refectory/contract/client';
import type { Endpoint, Output } from '@refectory/contract/endpoint';
import { ApiError, failureOf, PASSWORD_REQUIRED, type RefusalCode } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import type { topUp } from '@refectory/contract/top-up';
import { instantOf, type Moment } from '@refectory/domain/day';

import { endpointOf } from './endpoint-of.ts';

/** Everything that can be called: the API, and the payment gateways. */
type Calls = typeof api & typeof topUp;
/** Every call that answers once. */
export type ApiName = keyof Client<Calls>;
/** What a call needs, undefined for one that needs nothing. */
export type ApiInput<Name extends ApiName> = Parameters<Client<Calls>[Name]>[0];
/** What a call answers. */
export type ApiOutput<Name extends ApiName> = Output<Calls[Name]>;

/** A payment gateway of the settings. */
export type Gateway = Settings['topUpGateways'][number];

/** Where a call goes: the gateway that a call of one needs. */
export type Target = { readonly gateway?: Gateway | undefined };

/** What may go with a call. */
type HowToCall = CallOptions &
  Target & {
    /** The session that the call speaks of, in place of the present one: it is not renewed. */
    readonly token?: string | undefined;
  };

/** Makes a call by name; throws `ApiError`. */
export type Call = <Name extends ApiName>(
  name: Name,
  input: ApiInput<Name>,
  options?: HowToCall,
) => Promise<ApiOutput<Name>>;

/** A call without an answer for so long has failed. A repeat waits as long for the first call of its key. */
export const PATIENCE_MS = 30_000;

/** A date in a header is cut to whole seconds and may have been under way for another. */
const DATE_TOLERANCE_MS = 2_000;

/** Whether an error says that the server does not know the session of the call. */
function isRefusedSession({ server, unauthorized }: Endpoint, error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'unauthorized' || failure.status !== 401) return false;
  if (failure.code === PASSWORD_REQUIRED) return false;
  // Only the API knows sessions, and of a call with credentials it has to say that it means the session.
  if (server !== undefined) return false;
  return unauthorized !== 'credentials' || failure.code === ('sessionMissing' satisfies RefusalCode);
}

/** Whether two addresses, as they stand on this page, are of one origin. */
export const isSameOrigin = (one: string, other: string) =>
  new URL(one, globalThis.location.href).origin === new URL(other, globalThis.location.href).origin;

/** The calls of the application. A call whose session the server no longer knows is repeated once. */
export function createCall(options: {
  readonly baseUrl: string;
  readonly language: () => string;
  /** Where the application lies; undefined at the root, and for an API that is not told so. */
  readonly basePath?: string | undefined;
  /** After so long a call counts as one without an answer. */
  readonly patienceMs: number;
  readonly token: () => string | undefined;
  /** Who is logged in; undefined for a guest. */
  readonly customerId: () => string | undefined;
  /** The canteen's time zone. */
  readonly zone: string;
  /** Begins a session where there is none; answers whether there is one now. */
  readonly begin: () => Promise<boolean>;
  /** Takes care of a session the server no longer knows; answers whether there is a new one. */
  readonly renew: () => Promise<boolean>;
  /** The server refused the new session as well. */
  readonly giveUp: () => void;
  /** Takes the server's time from every answer, in milliseconds, with how exact it is. */
  readonly observe: (serverTime: number, toleranceMs: number) => void;
}): Call {
  /** Sends a call until nobody waits for it any more, and keeps the date of its answer. */
  const createFetch = () => {
    let date = Number.NaN;
    const send = async (address: string, init: RequestInit) => {
      const tooLong = AbortSignal.timeout(options.patienceMs);
      const signal = init.signal ? AbortSignal.any([init.signal, tooLong]) : tooLong;
      const response = await fetch(address, { ...init, signal });
      date = Date.parse(response.headers.get('date') ?? '');
      return response;
    };
    return { fetch: send, date: () => date };
  };

  // The body of an answer out of the browser's cache, confirmed by a 304, is old, but the date in its header is
  // fresh; most answers have the date alone.
  const observeTime = (answer: unknown, date: number) => {
    const told = instantOf((answer as { serverTime?: Moment } | undefined)?.serverTime, options.zone);
    const isOld = told === undefined || date - told > DATE_TOLERANCE_MS;
    if (!isOld) options.observe(told, 0);
    else if (!Number.isNaN(date)) options.observe(date, DATE_TOLERANCE_MS);
  };

  // Several calls may be refused at once; they share one new session.
  let renewing: Promise<boolean> | undefined;
  const renew = () => {
    renewing ??= options.renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  /** The server of a call. The session goes to a gateway of the same origin, or one whose entry says so. */
  const serverOf = (definition: Endpoint, { gateway, token: given }: HowToCall) => {
    if (given !== undefined) return { ...options, token: () => given };
    if (definition.server === undefined) return options;
    if (!gateway) throw new TypeError(`${definition.path} is a call of a gateway, and none was named`);
    const mayKnowSession = gateway.sendToken || isSameOrigin(gateway.url, options.baseUrl);
    return {
      ...options,
      baseUrl: gateway.url.replace(/\/+$/, ''),
      token: () => (mayKnowSession ? options.token() : undefined),
    };
  };

  const call = async (name: ApiName, input: AnyInput = {}, callOptions: HowToCall = {}): Promise<unknown> => {
    const caller = options.customerId();
    const definition = await endpointOf(name);
    // The customer may have signed out while the definition of the call was fetched; a guest would only be refused.
    const hasLeft = caller !== undefined && options.customerId() !== caller;
    if (hasLeft && definition.auth === 'customer' && callOptions.token === undefined)
      throw new ApiError({ kind: 'session-ended' });
    // A call without a session would only be refused.
    if (definition.auth !== 'none' && (callOptions.token ?? options.token()) === undefined)
      if (!(await options.begin())) throw new ApiError({ kind: 'session-ended' });
    const send = async () => {
      const { fetch: fetchNow, date } = createFetch();
      const server = { ...serverOf(definition, callOptions), fetch: fetchNow };
      const answer = await callEndpoint(definition, server, input, callOptions);
      // A gateway's clock is its own.
      if (definition.server === undefined) observeTime(answer, date());
      return answer;
    };
    const [token, customerId] = [options.token(), options.customerId()];
    try {
      return await send();
    } catch (error) {
      if (callOptions.token !== undefined || !isRefusedSession(definition, error)) throw error;
      const ended = new ApiError({ kind: 'session-ended' }, { cause: error });
      // The refused session may have been left while the call was under way: the one since then is tried, unless it is
      // somebody else's.
      if (!renewing && options.token() !== token) {
        if (options.customerId() !== customerId) throw ended;
        return send();
      }
      if (!(await renew())) throw ended;
      try {
        return await send();
      } catch (again) {
        if (isRefusedSession(definition, again)) options.giveUp();
        throw again;
      }
    }
  };
  return call as Call;
}
