import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** One call of the API as data: client, server and documentation are derived from it. */
export type Endpoint = {
  readonly path: `/${string}`;
  /** `none`: no session needed; `session`: any session, guests too; `customer`: a logged-in customer. */
  readonly auth: 'none' | 'session' | 'customer';
  /** What has to be open to the caller. The settings open the offer to customers, and to guests too where they may see it. */
  readonly needs?: 'offer';
  /** The customer has to have accepted the terms in force, where those ask for it. */
  readonly needsTerms?: true;
  /** A session that a card began is asked for the password first (`passwordRequired`), once there are terminals. */
  readonly needsPassword?: true;
  /** Which server it goes to: the API, or one of the payment gateways of the settings, named with the call. */
  readonly server?: 'gateway';
  /** A 401 speaks of the credentials in the call; of any other call it ends the session. */
  readonly unauthorized?: 'credentials';
  /** What is sent is a secret: nothing of it is kept on the device, not even a digest. */
  readonly secret?: true;
  /** The call carries an `authorization` header. */
  readonly authorization?: true;
  /** The call may ask for a long session by the header `X-ASW-KEEP-LOGGED`. */
  readonly keepLogged?: true;
  readonly query?: Schema;
  /** A body means POST; `empty` is a POST without data. */
  readonly body?: Schema | 'empty';
  /** The call changes something, so it carries an `Idempotency-Key`. */
  readonly changes?: true;
  /**
   * The call does no harm when it is made twice. Where an answer may be that of an earlier try, the call is made again,
   * since other calls may have followed that try.
   */
  readonly repeatable?: true;
  /** The server may answer 449 with a question first. */
  readonly asks?: true;
  /** The answers to those questions go into the body's `force` too, as they stand in the header. */
  readonly forceInBody?: true;
  readonly response: Schema;
  /** The name the payload may be nested under; `data` is accepted in its place. */
  readonly payload?: string;
  /** The field that stands for `success` where that is missing. */
  readonly succeedsWith?: string;
  /**
   * The answer is a stream of server-sent events; `response` is what one of them holds. The call may carry
   * the id of the last one that is known in the header `Last-Event-ID`.
   */
  readonly events?: true;
};

/** Keeps an endpoint's own type while checking that it is one. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** A noun's endpoints by name. */
export type Api = Readonly<Record<string, Endpoint>>;

/** What a caller gives: only the parts the endpoint has. */
export type Input<E extends Endpoint> = (E['query'] extends Schema
  ? { query: z.output<E['query']> }
  : unknown) &
  (E['body'] extends Schema ? { body: z.output<E['body']> } : unknown) &
  (E['authorization'] extends true ? { authorization: string } : unknown) &
  (E['keepLogged'] extends true ? { keepLogged?: boolean } : unknown) &
  (E['events'] extends true ? { lastEventId?: string | undefined } : unknown);

/** What a caller gets. */
export type Output<E extends Endpoint> = z.output<E['response']>;

/**
 * Handlers for every endpoint of a noun: a missing one does not compile. Each gets the context its
 * endpoint's `auth` promises; `Prepared` is what it may answer in place of the output.
 */
export type Handlers<
  A extends Api,
  Contexts extends Readonly<Record<Endpoint['auth'], unknown>>,
  Prepared = never,
> = {
  readonly [Name in keyof A]: (
    context: Contexts[A[Name]['auth']],
    input: Input<A[Name]>,
  ) => Promise<Output<A[Name]> | Prepared>;
};

/** GET, or POST when there is a body. */
export function methodOf(definition: Endpoint): 'GET' | 'POST' {
  return definition.body === undefined ? 'GET' : 'POST';
}
