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

/** Answers a refusal in the envelope of the specification, in the caller's language. */
export function answerRefusal(
  reply: FastifyReply,
  { code, values }: PaymentRefusal,
  language: Language,
): void {
  const { seconds } = values;
  if (seconds !== undefined) reply.header('Retry-After', seconds);
  const translate = translators[language];
  const wait = typeof seconds === 'number' ? { wait: translate('wait', waitOf(seconds)) } : {};
  const message = translate(code, { ...values, ...wait });
  reply
    .code(refusalStatus[code])
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ success: false, resultText: message, error: { code, message } });
}
