import * as z from 'zod/mini';

import { Price } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** An answer to a question of the server: a text, or a value with a label. */
export type ForceAnswer = { readonly value: string; readonly label: string };

/** The code by which a server asks a session that was begun by card for the password, whatever the status. */
export const PASSWORD_REQUIRED = 'passwordRequired';

/** More questions to one call than this are an error, on either side. */
export const MOST_QUESTIONS = 5;

/** Everything a call can fail with, by what the app does about it. */
export type Failure =
  | { readonly kind: 'unavailable' }
  | {
      readonly kind: 'confirmation';
      readonly message: string | undefined;
      readonly answers: readonly ForceAnswer[];
      /** The customer was asked, and said no. */
      readonly isDeclined?: boolean;
    }
  | {
      readonly kind: 'stale-cart';
      readonly code: string;
      readonly message: string | undefined;
      readonly lines?: readonly CartLineError[] | undefined;
    }
  | {
      readonly kind: 'unauthorized';
      readonly status: number;
      readonly code: string | undefined;
      readonly message: string | undefined;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string | undefined;
      /** The server's own words. */
      readonly message: string | undefined;
      /** The words of HTTP for a status of 400 or more, where the protocol carries them. */
      readonly statusText: string | undefined;
      /** Of a cart, every line that cannot be ordered as it is. */
      readonly lines?: readonly CartLineError[] | undefined;
    }
  /** The server no longer knows the session; whoever ends it says so, once for all its calls. */
  | { readonly kind: 'session-ended' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'malformed' };

/** A failed call; `failure` says how. */
export class ApiError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(`call failed: ${failure.kind}`, options);
    this.name = 'ApiError';
    this.failure = failure;
  }
}

/** The failure of an error thrown by the client; undefined for any other error. */
export function failureOf(error: unknown): Failure | undefined {
  return error instanceof ApiError ? error.failure : undefined;
}

/** Codes of a cart or menu that is out of date. */
const DISH_GONE = '991491';
const CART_CHANGED = '991492';

/**
 * Why our server refuses or fails: each code has a status and a text in four languages. Refusals of an order
 * are 400, since a 409 to a call with an idempotency key means "wait and repeat" (C2).
 */
export const refusalStatus = {
  sessionMissing: 401,
  wrongCredentials: 401,
  loginRequired: 401,
  tooManyAttempts: 429,
  /** One customer, or the guests of one network, watch the offer too often at once. */
  tooManyStreams: 429,
  /** Too many orders of one customer are under way. */
  tooManyOrders: 429,
  /** One customer, or the guests of one network, make too many calls of which the answers cannot be shared. */
  tooManyRequests: 429,
  /** One customer has done too often what is limited by the hour or the day. */
  tooManyTries: 429,
  /** Carts by card that one customer did not pay held portions for too long within a day. */
  cartsUnpaid: 429,
  /** The old password in a change of it is wrong; the session stays. */
  wrongPassword: 401,
  /** The session was begun with a card, which is not enough for this: the password is asked for. */
  passwordRequired: 403,
  /** A card that was read is unknown or blocked, or its customer is. */
  cardRefused: 401,
  /** A card was read where no registered terminal is. */
  terminalUnknown: 401,
  /** Why a new password is refused; `passwordTooCommon` is the server's alone. */
  passwordTooShort: 400,
  passwordWithoutLowercase: 400,
  passwordWithoutUppercase: 400,
  passwordWithoutDigit: 400,
  passwordWithoutSpecial: 400,
  passwordTooCommon: 400,
  /** A mailed link that cannot be used: its time is over, a newer one took its place, or it never was one. */
  linkInvalid: 400,
  /** A mailed link to reset a password that cannot be used: that it was used before is not kept. */
  resetLinkInvalid: 400,
  /** A mailed link that was used: what it stands for is done. */
  linkUsed: 400,
  userNameTaken: 400,
  /** Somebody else proved the address first. */
  emailTaken: 400,
  /** A mailed link to another address of somebody else's account. */
  linkOfAnother: 400,
  /** No address waits for its link. */
  noEmailWanted: 400,
  /** The account has no address that a link could be sent to. */
  noEmailAddress: 400,
  /** The new card belongs to somebody else. */
  cardTaken: 400,
  /** Why nothing can be done with a card: there is none, it is blocked, or it is not. */
  noCard: 400,
  cardBlocked: 400,
  cardNotBlocked: 400,
  /** Why a pairing cannot be changed: nobody knows it, or it was answered before, or too late. */
  unknownPairing: 404,
  pairingConfirmed: 400,
  pairingRejected: 400,
  pairingInvalid: 400,
  pairingMissed: 400,
  pairingPending: 400,
  /** What was filled into a field breaks its rules. */
  fieldInvalid: 400,
  commentTooSoon: 429,
  commentTooLong: 400,
  /** The customer has to accept the terms in force first. */
  termsNotAccepted: 400,
  /** Terms that are not in force were accepted: they changed while they were read. */
  termsChanged: 400,
  /** The settings have switched off what the call is for. */
  switchedOff: 400,
  badRequest: 400,
  notFound: 404,
  methodNotAllowed: 405,
  notJson: 415,
  tooLarge: 413,
  unknownCanteen: 400,
  unknownDish: 400,
  notOrderable: 400,
  pastOrderCutOff: 400,
  /** The kitchen takes no more orders of a dish, and nobody offers portions with what was chosen. */
  noneOffered: 400,
  soldOut: 400,
  onlyOnePortion: 400,
  /** Something was chosen with a dish that its menu does not offer. */
  unknownModifier: 400,
  /** Fewer or more options of a group were chosen than the menu asks for. */
  modifierCount: 400,
  /** Dishes of the cart have other prices than were shown; `lines` names them. */
  cartChanged: 400,
  /** The cart is to be paid in a way that this server does not take. */
  paymentTypeUnavailable: 400,
  /** A payment is begun for somebody else's account. */
  notOwnAccount: 400,
  /** The amount of a top-up is outside the limits. */
  amountOutsideLimits: 400,
  /** A payment is to come back to an address that is not the application's. */
  returnAddressRefused: 400,
  /** The payment gateway does not answer, or begins no payment. */
  gatewayUnavailable: 400,
  unknownPayment: 404,
  /** The customer would have more portions of the dish, or on the day, than the canteen allows. */
  overDishLimit: 400,
  overDayLimit: 400,
  /** Asks whether the order may cost more than was shown. */
  priceQuestion: 449,
  /** Asks whether so many portions of a dish are wanted, when some are ordered already. */
  portionsQuestion: 449,
  /** Asks whether so many main dishes at one time are wanted. */
  mainsQuestion: 449,
  /** Asks whether an order is given up whose dish is sold out. */
  giveUpQuestion: 449,
  tooManyQuestions: 400,
  /** The answer says yes to a question of this server that the call was not asked. */
  unknownAnswer: 400,
  insufficientFunds: 400,
  unknownOrder: 400,
  alreadyCancelled: 400,
  /** Somebody else has taken the order. */
  alreadyExchanged: 400,
  /** The meal of an order was handed out, so the order stays as it is. */
  handedOut: 400,
  pastCancelCutOff: 400,
  pastExchangeCutOff: 400,
  /** An order that can be cancelled need not be offered to others. */
  stillCancellable: 400,
  /** An order of a dish that nobody can order any more: nobody could take it. */
  notExchangeable: 400,
  requestInFlight: 409,
  keyReused: 422,
  /** An error that nobody expected. The server's log has it. */
  unexpected: 500,
  unavailable: 503,
} as const;

/** A code our server refuses with. */
export type RefusalCode = keyof typeof refusalStatus;

/** What a refusal's code is on the wire, where the specification gives one. */
export function wireCode(code: RefusalCode): string {
  if (code === 'unknownDish') return DISH_GONE;
  return code === 'cartChanged' ? CART_CHANGED : code;
}

/** A code our server asks with (449). */
export type QuestionCode = Extract<RefusalCode, `${string}Question`>;

const STALE_CART_CODES = new Set([DISH_GONE, CART_CHANGED]);

const Text = tolerant(z.string());
const Code = tolerant(AnyId);

/** An answer to choose: a text, or a value with what is shown for it. */
export const ForceOption = z.union([
  z.string(),
  z.object({ value: z.string(), label: z.optional(z.string()) }),
]);

/** A question to answer before the call is carried out. */
export const ForceQuestion = z.object({ message: Text, answers: z.catch(z.array(ForceOption), []) });

/** What is wrong with a line of a cart. */
export const CartLineError = z.object({
  /** Its place among the items, from 0. */
  line: z.number(),
  code: Code,
  message: Text,
  /** What all portions of it cost now, where that is another price than was shown. */
  price: z.optional(Price),
});
export type CartLineError = z.output<typeof CartLineError>;

/** What went wrong. */
export const ErrorDetail = z.object({
  code: Code,
  message: Text,
  /** With status 449. */
  force: tolerant(ForceQuestion),
  /** Of a cart, every line that cannot be ordered as it is. */
  lines: tolerant(z.array(CartLineError)),
});

/** The common shape of answers. Unknown parts are ignored, and parts of a wrong type count as missing. */
export const Envelope = z.object({
  /** The call was carried out; anything but true is a failure. */
  success: tolerant(z.boolean()),
  resultText: Text,
  message: Text,
  code: Code,
  error: tolerant(ErrorDetail),
});

const FORCE_STATUS = 449;

function hasText(body: unknown, field: string): boolean {
  const text = (body as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  return typeof text === 'string' && text !== '';
}

/**
 * What an answer of the API failed with; undefined for a success. `body` is the parsed JSON, or
 * undefined when there was none; a text in the field `succeedsWith` makes up for a missing `success`.
 */
export function failureOfAnswer(answer: {
  status: number;
  statusText: string;
  body: unknown;
  succeedsWith?: string | undefined;
}): Failure | undefined {
  const parsed = z.safeParse(Envelope, answer.body);
  const envelope = parsed.success ? parsed.data : {};
  const { status } = answer;
  const stands = answer.succeedsWith !== undefined && hasText(answer.body, answer.succeedsWith);
  if (status < 400 && (envelope.success ?? stands)) return undefined;

  const message = envelope.error?.message || envelope.message || envelope.resultText || undefined;
  const code = envelope.error?.code ?? envelope.code;
  const codeText = code === undefined ? undefined : String(code);
  const lines = envelope.error?.lines;
  if (codeText !== undefined && STALE_CART_CODES.has(codeText))
    return { kind: 'stale-cart', code: codeText, message, ...(lines && { lines }) };
  // Whoever asks for the password says it with any status.
  const isPasswordAsked = codeText === PASSWORD_REQUIRED;
  if (status === 503 && !isPasswordAsked) return { kind: 'unavailable' };
  if (status === FORCE_STATUS && envelope.error?.force && !isPasswordAsked) {
    const { force } = envelope.error;
    const answers = force.answers.map((option) =>
      typeof option === 'string'
        ? { value: option, label: option }
        : { value: option.value, label: option.label ?? option.value },
    );
    return { kind: 'confirmation', message: force.message || message, answers };
  }
  if (status === 401 || status === 403) return { kind: 'unauthorized', status, code: codeText, message };
  if (status < 400 && !parsed.success) return { kind: 'malformed' };
  return {
    kind: 'refused',
    status,
    code: codeText,
    message,
    statusText: status >= 400 ? answer.statusText || undefined : undefined,
    ...(lines && { lines }),
  };
}
