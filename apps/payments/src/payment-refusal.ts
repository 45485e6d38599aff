import { refusalStatus, type RefusalCode } from '@refectory/contract/errors';
import { languages, type Language } from '@refectory/domain/texts';
import { waitOf } from '@refectory/domain/wait';
import { languageEntry } from '@refectory/translations/languages';
import { refusalTexts } from '@refectory/translations/refusals';
import type { FastifyReply } from 'fastify';
import { createTranslator } from 'use-intl/core';

/** A call that is refused, with what its text speaks of. */
export class PaymentRefusal extends Error {
  override readonly name = 'PaymentRefusal';
  readonly code: RefusalCode;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(code: RefusalCode, values: Readonly<Record<string, string | number>> = {}) {
    super(`refused: ${code}`);
    this.code = code;
    this.values = values;
  }
}

type Translate = (code: RefusalCode | 'wait', values: PaymentRefusal['values']) => string;

const translators = Object.fromEntries(
  languages.map((language) => [
    language,
    createTranslator({
      locale: languageEntry(language).locale,
      messages: refusalTexts[language],
      onError: (error) => {
        throw error;
      },
    }),
  ]),
) as Record<Language, Translate>;

/** The words of a refusal in a language. */
export function wordsOf({ code, values }: PaymentRefusal, language: Language): string {
  const { seconds } = values;
  const translate = translators[language];
  const wait = typeof seconds === 'number' ? { wait: translate('wait', waitOf(seconds)) } : {};
  return translate(code, { ...values, ...wait });
}

/** Sets what an answer to a refusal has, whatever its body is. */
export function refuseReply(
  reply: FastifyReply,
  { code, values: { seconds } }: PaymentRefusal,
): FastifyReply {
  if (seconds !== undefined) reply.header('Retry-After', seconds);
  return reply.code(refusalStatus[code]).header('Cache-Control', 'no-store');
}

/** Answers a refusal in the envelope of the specification, in the caller's language. */
export function answerRefusal(reply: FastifyReply, refusal: PaymentRefusal, language: Language): void {
  const message = wordsOf(refusal, language);
  refuseReply(reply, refusal)
    .type('application/json; charset=utf-8')
    .send({ success: false, resultText: message, error: { code: refusal.code, message } });
}
