import type { Settings } from '@refectory/contract/settings';
import { isCalendarDay, type Instant } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { languages, textIn, type Language } from '@refectory/domain/texts';
import { formatAmount } from '@refectory/translations/format-amount';
import { formatDay } from '@refectory/translations/format-day';
import { languageEntry } from '@refectory/translations/languages';
import { mailTexts } from '@refectory/translations/mail';
import { createTranslator } from 'use-intl/core';

import { serverZone } from '../server-zone.ts';
import type { MailContent, SentKind } from './mail-kinds.ts';
import type { OutboxRow, outboxQueries } from './outbox-queries.ts';

/** A mail as it is read. */
export type Mail = {
  /** The language it is written in. */
  readonly language: Language;
  readonly subject: string;
  /** Its paragraphs. */
  readonly paragraphs: readonly string[];
  /** What to press, and where it leads. */
  readonly action?: { readonly label: string; readonly link: string };
  readonly footer: string;
};

type TextKey = keyof (typeof mailTexts)['en'];

/** The texts of each kind; an action is written where the content has its link. */
const textsOf = {
  registration: { subject: 'registrationSubject', text: 'registrationText', action: 'registrationAction' },
  'registration-known': {
    subject: 'registrationKnownSubject',
    text: 'registrationKnownText',
    action: 'registrationKnownAction',
  },
  'registration-name-taken': {
    subject: 'registrationNameTakenSubject',
    text: 'registrationNameTakenText',
    action: 'registrationNameTakenAction',
  },
  'password-reset': {
    subject: 'passwordResetSubject',
    text: 'passwordResetText',
    action: 'passwordResetAction',
  },
  'password-changed': {
    subject: 'passwordChangedSubject',
    text: 'passwordChangedText',
    action: 'passwordChangedAction',
  },
  'email-change': {
    subject: 'emailChangeSubject',
    text: 'emailChangeText',
    action: 'emailChangeAction',
  },
  'email-known': { subject: 'emailKnownSubject', text: 'emailKnownText', action: 'emailKnownAction' },
  'email-changed': { subject: 'emailChangedSubject', text: 'emailChangedText' },
  'email-replaced': {
    subject: 'emailReplacedSubject',
    text: 'emailReplacedText',
    action: 'emailReplacedAction',
  },
  'card-change': { subject: 'cardChangeSubject', text: 'cardChangeText', action: 'cardChangeAction' },
  'card-revocation': {
    subject: 'cardRevocationSubject',
    text: 'cardRevocationText',
    action: 'cardRevocationAction',
  },
  'card-changed': { subject: 'cardChangedSubject', text: 'cardChangedText' },
  'card-revoked': { subject: 'cardRevokedSubject', text: 'cardRevokedText' },
  'card-unblocked': { subject: 'cardUnblockedSubject', text: 'cardUnblockedText' },
  comment: { subject: 'commentSubject', text: 'commentText' },
  exchanged: { subject: 'exchangedSubject', text: 'exchangedText' },
  'cart-paid-late': { subject: 'cartPaidLateSubject', text: 'cartPaidLateText' },
  'given-back': { subject: 'givenBackSubject', text: 'givenBackText' },
} as const satisfies Record<SentKind, { subject: TextKey; text: TextKey; action?: TextKey }>;

function isSentKind(kind: string): kind is SentKind {
  return Object.hasOwn(textsOf, kind);
}

type Translate = (key: TextKey, values: Readonly<Record<string, string | number>>) => string;

const translators = Object.fromEntries(
  languages.map((language) => [
    language,
    createTranslator({
      locale: languageEntry(language).locale,
      messages: mailTexts[language],
      onError: (error) => {
        throw error;
      },
    }),
  ]),
) as Record<Language, Translate>;

/** Writes mails in the words of their language; answers nothing for what is no mail, or tells of nothing any more. */
export function mailWriter({
  queries,
  settings,
}: {
  readonly queries: Pick<ReturnType<typeof outboxQueries>, 'dishOf'>;
  readonly settings: Settings;
}): (row: Pick<OutboxRow, 'kind' | 'content' | 'language'>) => Promise<Mail | undefined> {
  /** What the texts of a mail speak of, beside its content. */
  async function valuesOf(
    kind: SentKind,
    content: Readonly<Record<string, string | number>>,
    language: Language,
  ): Promise<Readonly<Record<string, string | number>> | undefined> {
    // The content of a kind is what was queued for it.
    if (kind === 'email-replaced') {
      const { until } = content as MailContent['email-replaced'];
      return { ...content, until: momentText(until, language, serverZone(settings)) };
    }
    if (kind === 'cart-paid-late') {
      const { amount, cause = 'late', day = '' } = content as MailContent['cart-paid-late'];
      return {
        amount: formatAmount(money(amount), language, settings.currencyFormat),
        cause: choiceOf(cause),
        day: isCalendarDay(day) ? formatDay(day, language) : day,
      };
    }
    // One that was queued by a build before does not say it.
    if (kind === 'registration') return { ...content, isNamed: String('userName' in content) };
    if (kind === 'registration-known' || kind === 'email-known' || kind === 'password-changed')
      return { ...content, canReset: String('link' in content) };
    if (kind !== 'exchanged' && kind !== 'given-back') return content;
    const { orderId, refunded } = content as MailContent['exchanged' | 'given-back'];
    const dish = await queries.dishOf(orderId);
    if (dish === undefined) return undefined;
    return {
      ...content,
      ...(kind === 'given-back' && { cause: choiceOf(String(content['cause'])) }),
      dish: textIn(dish.name, language),
      day: isCalendarDay(dish.day) ? formatDay(dish.day, language) : dish.day,
      refunded: formatAmount(money(refunded), language, settings.currencyFormat),
    };
  }

  return async ({ kind, content, language }) => {
    if (!isSentKind(kind)) return undefined;
    const written = language ?? settings.languages[0] ?? 'en';
    const given = content as Readonly<Record<string, string | number>>;
    const values = await valuesOf(kind, given, written);
    if (values === undefined) return undefined;
    const texts: { subject: TextKey; text: TextKey; action?: TextKey } = textsOf[kind];
    const say = translators[written];
    const { comment, link } = given;
    return {
      language: written,
      // A line end in a subject would begin another header.
      subject: say(texts.subject, values).replaceAll(/\s+/g, ' '),
      paragraphs: [say(texts.text, values), ...(comment === undefined ? [] : [String(comment)])],
      ...(texts.action &&
        link !== undefined && { action: { label: say(texts.action, values), link: String(link) } }),
      footer: say('footer', { application: settings.applicationName }),
    };
  };
}

/** A cause as a choice of ICU, which has no hyphen in its name. */
function choiceOf(cause: string): string {
  return cause.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function momentText(moment: Instant, language: Language, timeZone: string): string {
  const { locale } = languageEntry(language);
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  }).format(moment);
}

/** A mail as plain text. */
export function plainText({ paragraphs, action, footer }: Mail): string {
  return [...paragraphs, ...(action ? [`${action.label}:\n${action.link}`] : []), `-- \n${footer}`].join(
    '\n\n',
  );
}

/** A mail as HTML, with its styles where mail programs look for them. */
export function htmlText({ language, subject, paragraphs, action, footer }: Mail): string {
  const lines = paragraphs.map(
    (text) => `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>')}</p>`,
  );
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d6b4f;color:#fff;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p><p style="margin:0 0 16px;color:#555;font-size:13px;word-break:break-all">${escaped(action.link)}</p>`
    : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;background:#fff"><div style="max-width:34em">${lines.join('')}${button}<p style="margin:24px 0 0;color:#555;font-size:13px">${escaped(footer)}</p></div></body></html>`;
}

/** A text that HTML shows as it is. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
