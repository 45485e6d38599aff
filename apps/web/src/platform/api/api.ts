import type { api } from '@refectory/contract/api';
import { callEndpoint, type AnyInput, type CallOptions, type Client } from '@refectory/contract/client';
import type { Output } from '@refectory/contract/endpoint';
import { ApiError, failureOf, type RefusalCode } from '@refectory/contract/errors';
import { instantOf, type Moment } from '@refectory/domain/day';

import { endpointOf } from './endpoint-of.ts';

/** Every call of the API that answers once. */
export type ApiName = keyof Client<typeof api>;
/** What a call needs, undefined for one that needs nothing. */
export type ApiInput<Name extends ApiName> = Parameters<Client<typeof api>[Name]>[0];
/** What a call answers. */
export type ApiOutput<Name extends ApiName> = Output<(typeof api)[Name]>;

/** Makes a call by name; throws `ApiError`. */
export type Call = <Name extends ApiName>(
  name: Name,
  input: ApiInput<Name>,
  options?: CallOptions,
) => Promise<ApiOutput<Name>>;

/** An answer that takes longer is one that does not come: the first call of a key is waited for as long (C2). */
export const PATIENCE_MS = 30_000;

/** A date in a header is cut to whole seconds and may have been under way for another. */
const DATE_TOLERANCE_MS = 2_000;

/** Whether an error says that the server does not know the session of the call. */
function isRefusedSession(name: ApiName, error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'unauthorized' || failure.status !== 401) return false;
  // A login is made within a guest's session, but a 401 to it speaks of the credentials, unless it says otherwise.
  if (name === 'login') return failure.code === ('sessionMissing' satisfies RefusalCode);
  return name !== 'authenticate';
}

/** The calls of the application. A call whose session the server no longer knows is repeated once (OQ-52). */
export function createCall(options: {
  readonly baseUrl: string;
  readonly language: () => string;
  /** After so long a call counts as one without an answer. */
  readonly patienceMs: number;
  readonly token: () => string | undefined;
  /** Who is logged in; undefined for a guest. */
  readonly customerId: () => string | undefined;
  /** The canteen's time zone. */
  readonly zone: string;
  /** Takes care of a session the server no longer knows; answers whether there is a new one. */
  readonly renew: () => Promise<boolean>;
  /** The server refused the new session as well. */
  readonly giveUp: () => void;
  /** Takes the server's time from every answer, in milliseconds, with how exact it is. */
  readonly observe: (serverTime: number, toleranceMs: number) => void;
}): Call {
  let lastDate = Number.NaN;
  const server = {
    ...options,
    fetch: async (address: string, init: RequestInit) => {
      const tooLong = AbortSignal.timeout(options.patienceMs);
      const signal = init.signal ? AbortSignal.any([init.signal, tooLong]) : tooLong;
      const response = await fetch(address, { ...init, signal });
      lastDate = Date.parse(response.headers.get('date') ?? '');
      return response;
    },
  };

  // The body of an answer out of the browser's cache, confirmed by a 304, is old, but the date in its header is
  // fresh; most answers have the date alone (C9).
  const observeTime = (answer: unknown) => {
    const told = instantOf((answer as { serverTime?: Moment } | undefined)?.serverTime, options.zone);
    const isOld = told === undefined || lastDate - told > DATE_TOLERANCE_MS;
    if (!isOld) options.observe(told, 0);
    else if (!Number.isNaN(lastDate)) options.observe(lastDate, DATE_TOLERANCE_MS);
  };

  // Several calls may be refused at once; they share one new session.
  let renewing: Promise<boolean> | undefined;
  const renew = () => {
    renewing ??= options.renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  const call = async (
    name: ApiName,
    input: AnyInput = {},
    callOptions: CallOptions = {},
  ): Promise<unknown> => {
    const send = async () => {
      const answer = await callEndpoint(await endpointOf(name), server, input, callOptions);
      observeTime(answer);
      return answer;
    };
    const [token, customerId] = [options.token(), options.customerId()];
    try {
      return await send();
    } catch (error) {
      if (!isRefusedSession(name, error)) throw error;
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
        if (isRefusedSession(name, again)) options.giveUp();
        throw again;
      }
    }
  };
  return call as Call;
}
