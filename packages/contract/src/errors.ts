import * as z from 'zod/mini';

/** An answer to a question of the server: a text, or a value with a label (OQ-33). */
export type ForceAnswer = { readonly value: string; readonly label: string };

/** Everything a call can fail with, by what the app does about it. // spec §8 */
export type Failure =
  | { readonly kind: 'unavailable' }
  | {
      readonly kind: 'confirmation';
      readonly message: string | undefined;
      readonly answers: readonly ForceAnswer[];
    }
  | { readonly kind: 'stale-cart'; readonly code: string; readonly message: string | undefined }
  | { readonly kind: 'unauthorized'; readonly status: number; readonly message: string | undefined }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string | undefined;
      /** The server's own words. */
      readonly message: string | undefined;
      /** The words of HTTP for a status of 400 or more, where the protocol carries them. */
      readonly statusText: string | undefined;
    }
  /** The server no longer knows the session; whoever ends it says so, once for all its calls (OQ-52). */
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

/**
 * Why our server refuses or fails: each code has a status and a text in four languages. Refusals of an order
 * are 400, since a 409 to a call with an idempotency key means "wait and repeat" (C2).
 */
export const refusalStatus = {
  sessionMissing: 401,
  wrongCredentials: 401,
  loginRequired: 401,
  tooManyAttempts: 429,
  badRequest: 400,
  notFound: 404,
  methodNotAllowed: 405,
  notJson: 415,
  tooLarge: 413,
  unknownCanteen: 400,
  unknownDish: 400,
  notOrderable: 400,
  pastOrderCutOff: 400,
  soldOut: 400,
  onlyOnePortion: 400,
  priceChanged: 400,
  insufficientFunds: 400,
  exchangeUnavailable: 400,
  unknownOrder: 400,
  alreadyCancelled: 400,
  pastCancelCutOff: 400,
  requestInFlight: 409,
  keyReused: 422,
  /** A surprise; what it was stands in the server's log. */
  unexpected: 500,
  unavailable: 503,
} as const;

/** A code our server refuses with. */
export type RefusalCode = keyof typeof refusalStatus;

/** Codes of a cart or menu that is out of date. // spec §8 */
const STALE_CART_CODES = new Set(['991491', '991492']);

const Text = z.optional(z.string());
const Code = z.optional(z.union([z.string(), z.number()]));

/** The common shape of answers (OQ-56); unknown parts are ignored, wrong ones count as missing. */
const Envelope = z.object({
  success: z.catch(z.optional(z.boolean()), undefined),
  resultText: z.catch(Text, undefined),
  message: z.catch(Text, undefined),
  code: z.catch(Code, undefined),
  error: z.catch(
    z.optional(
      z.object({
        code: z.catch(Code, undefined),
        message: z.catch(Text, undefined),
        force: z.catch(
          z.optional(
            z.object({
              message: z.catch(Text, undefined),
              answers: z.catch(
                z.array(
                  z.union([z.string(), z.object({ value: z.string(), label: z.optional(z.string()) })]),
                ),
                [],
              ),
            }),
          ),
          undefined,
        ),
      }),
    ),
    undefined,
  ),
});

const FORCE_STATUS = 449;

/**
 * What an answer of the API failed with; undefined for a success. `body` is the parsed JSON, or
 * undefined when there was none.
 */
export function failureOfAnswer(answer: {
  status: number;
  statusText: string;
  body: unknown;
}): Failure | undefined {
  const parsed = z.safeParse(Envelope, answer.body);
  const envelope = parsed.success ? parsed.data : {};
  const { status } = answer;
  if (status < 400 && envelope.success === true) return undefined;

  const message = envelope.error?.message || envelope.message || envelope.resultText || undefined;
  const code = envelope.error?.code ?? envelope.code;
  const codeText = code === undefined ? undefined : String(code);
  if (codeText !== undefined && STALE_CART_CODES.has(codeText))
    return { kind: 'stale-cart', code: codeText, message };
  if (status === 503) return { kind: 'unavailable' };
  if (status === FORCE_STATUS && envelope.error?.force) {
    const { force } = envelope.error;
    const answers = force.answers.map((option) =>
      typeof option === 'string'
        ? { value: option, label: option }
        : { value: option.value, label: option.label ?? option.value },
    );
    return { kind: 'confirmation', message: force.message || message, answers };
  }
  if (status === 401 || status === 403) return { kind: 'unauthorized', status, message };
  if (status < 400 && !parsed.success) return { kind: 'malformed' };
  return {
    kind: 'refused',
    status,
    code: codeText,
    message,
    statusText: status >= 400 ? answer.statusText || undefined : undefined,
  };
}
