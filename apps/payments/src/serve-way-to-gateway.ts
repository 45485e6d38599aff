import type { Language } from '@refectory/domain/texts';
import { paymentTexts } from '@refectory/translations/payment';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { refuseReply, wordsOf, type PaymentRefusal } from './payment-refusal.ts';
import { escaped, HTML, serveSelfContainedPages } from './self-contained-page.ts';

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1rem; display: grid; place-items: start center }
main { width: min(26rem, 100%); margin-block: 2rem }
h1 { font-size: 1.125rem }
a { color: inherit; display: inline-block; padding-block: 0.625rem }
`;

/**
 * Serves `/pay/` and the id of a payment, where the browser leaves the application for the gateway. Nobody of the
 * application is there any more when something fails, so a page says it, with the way back.
 */
export function serveWayToGateway(
  app: FastifyInstance,
  how: {
    /** Where the browser goes. */
    readonly leaveFor: (request: FastifyRequest) => Promise<string>;
    readonly refusalOf: (error: unknown, request: FastifyRequest) => PaymentRefusal;
    readonly languageOf: (request: FastifyRequest) => Language;
    /** The address of the application. */
    readonly application: string;
  },
): void {
  serveSelfContainedPages(app, STYLE);
  app.setErrorHandler((error, request, reply) => {
    const refusal = how.refusalOf(error, request);
    const language = how.languageOf(request);
    refuseReply(reply, refusal)
      .type(HTML)
      .send(page(wordsOf(refusal, language), language, how.application));
  });
  // Not a parameter, of which the framework knows no long one: whatever stands there is answered by us.
  app.get('/pay/*', async (request, reply) => reply.redirect(await how.leaveFor(request), 303));
}

function page(text: string, language: Language, application: string): string {
  const { back, failed } = paymentTexts[language];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(failed)}</title>
<style>${STYLE}</style></head>
<body><main><h1>${escaped(failed)}</h1><p>${escaped(text)}</p><p><a href="${escaped(application)}">${escaped(back)}</a></p></main></body>
</html>`;
}
