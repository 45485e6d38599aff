import { moneyToDecimal } from '@refectory/domain/money';
import type { Language } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import { sandboxTexts } from '@refectory/translations/sandbox';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { escaped, HTML, serveSelfContainedPages } from '../self-contained-page.ts';
import {
  sandboxActions,
  type SandboxAction,
  type SandboxGateway,
  type SandboxPayment,
} from './sandbox-payment.ts';

type Texts = (typeof sandboxTexts)['en'];

/** The label of each action. */
const labels = {
  pay: 'pay',
  decline: 'decline',
  cancel: 'cancel',
  close: 'close',
  'pay-late': 'payLate',
  'pay-twice': 'payTwice',
  'lose-notice': 'loseNotice',
} as const satisfies Record<SandboxAction, keyof Texts>;

/** What stands above the other actions. */
const LEGEND = 'otherwise' satisfies keyof Texts;

/** Serves the page where a payment of the sandbox is paid, and whatever else can be chosen to happen. */
export function serveSandboxPage(app: FastifyInstance, gateway: SandboxGateway): void {
  serveSelfContainedPages(app, STYLE);

  app.get('/', async (request, reply) => {
    const reference = referenceOf(request);
    const payment = gateway.paymentOf(reference);
    if (payment === undefined) return reply.callNotFound();
    const state = gateway.stateOf(reference);
    return reply
      .type(HTML)
      .send(page(payment, state === 'pending' ? actions(payment.language) : over(payment, state)));
  });

  app.post('/', async (request, reply) => {
    const reference = referenceOf(request);
    const payment = gateway.paymentOf(reference);
    const said = new URLSearchParams(String(request.body)).get('action');
    const action = sandboxActions.find((known) => known === said);
    if (payment === undefined || action === undefined) return reply.callNotFound();
    const link = await gateway.act(reference, action);
    if (link !== undefined) return reply.redirect(link, 303);
    return reply
      .type(HTML)
      .send(page(payment, `<p role="status">${escaped(sandboxTexts[payment.language].closed)}</p>`));
  });
}

/** The payment that an address names; one that is named twice is none. */
function referenceOf({ query }: FastifyRequest): string {
  const reference = (query as Readonly<Record<string, unknown>>)['payment'];
  return typeof reference === 'string' ? reference : '';
}

function actions(language: Language): string {
  const texts = sandboxTexts[language];
  const button = (action: SandboxAction) =>
    `<button name="action" value="${action}"${action === 'pay' ? ' class="main"' : ''}>${escaped(texts[labels[action]])}</button>`;
  const [first, ...others] = sandboxActions;
  return `<form method="post">${button(first)}<fieldset><legend>${escaped(texts[LEGEND])}</legend>${others.map(button).join('')}</fieldset></form>`;
}

function over(payment: SandboxPayment, state: string): string {
  const texts = sandboxTexts[payment.language];
  const [text, link] = state === 'settled' ? [texts.paid, payment.successUrl] : [texts.over, payment.failUrl];
  return `<p role="status">${escaped(text)}</p><p><a href="${escaped(link)}">${escaped(texts.back)}</a></p>`;
}

function page({ amount, currency, language, description }: SandboxPayment, content: string): string {
  const texts = sandboxTexts[language];
  const { locale } = languageEntry(language);
  const sum = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(moneyToDecimal(amount));
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(texts.title)}</title>
<style>${STYLE}</style></head>
<body><main><p class="note">${escaped(texts.note)}</p><h1>${escaped(description)}</h1><p class="sum">${escaped(sum)}</p>${content}</main></body>
</html>`;
}

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1rem; display: grid; place-items: start center }
main { width: min(26rem, 100%); margin-block: 2rem }
h1 { font-size: 1.125rem; margin: 1rem 0 0 }
.note { margin: 0; font-size: 0.875rem; opacity: 0.75 }
.sum { font-size: 2rem; font-weight: 600; font-variant-numeric: tabular-nums; margin: 0 0 1.5rem }
form, fieldset { display: grid; gap: 0.5rem }
fieldset { margin: 1.5rem 0 0; padding: 0; border: 0 }
legend { font-size: 0.875rem; opacity: 0.75; padding: 0; margin-bottom: 0.5rem }
button { font: inherit; min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid #8888; border-radius: 0.5rem; background: transparent; color: inherit; cursor: pointer; text-align: start }
button.main { background: #1d6b4f; border-color: #1d6b4f; color: #fff; font-weight: 600; text-align: center }
button:focus-visible, a:focus-visible { outline: 3px solid #4c9aff; outline-offset: 2px }
a { color: inherit }
`;
