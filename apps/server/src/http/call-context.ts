import type { IdempotencyKey } from '@refectory/database/order-functions';
import type { Instant } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';

import type { CustomerSession, Session } from '../session/sessions.ts';

/** What a handler knows of a call besides its input. */
export type CallContext = {
  /** When the call arrived, by the app's clock: the one moment all its rules are judged at. */
  readonly now: Instant;
  /** The language to answer in. */
  readonly language: Language;
  /** The language that the call itself names, which is remembered of its customer; nothing where it names none. */
  readonly namedLanguage: Language | undefined;
  /** Where the call came from, for limits. */
  readonly address: string;
  /**
   * Where people reach the application that called, such as `https://meals.example.org` or a path there, without a slash at
   * the end: links in mails begin with it.
   */
  readonly applicationUrl: string;
  /** The header `Cookie` of the call. */
  readonly cookies: string | undefined;
  /** Sends a header `Set-Cookie` with the answer. */
  readonly setCookie: (cookie: string) => void;
  /** What makes a repeat of the call known, and what it wants. */
  readonly idempotency: IdempotencyKey;
  /** Answers to the server's questions so far, in order. */
  readonly force: readonly string[];
  /** Says in the answer that it repeats the first one. */
  readonly markReplayed: () => void;
};

/** What a handler knows, by what its endpoint asks of the caller. */
export type CallContexts = {
  readonly none: CallContext;
  readonly session: CallContext & { readonly session: Session };
  readonly customer: CallContext & { readonly session: CustomerSession };
};
