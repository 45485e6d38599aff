import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { HTML, serveSelfContainedPages } from '@refectory/payments/self-contained-page';
import type { createApp } from '@refectory/server/app';
import { outboxQueries } from '@refectory/server/mail/outbox-queries';
import { escaped, mailWriter, type Mail } from '@refectory/server/mail/write-mail';

import { DEMO_STYLE, demoPage } from './demo-page.ts';
import { refuseForeignHosts } from './own-host.ts';

/** Where the mails of the demo are read. */
export const MAILBOX_PATH = '/mailbox';
/** Mails that the page shows, the newest first. */
const MOST_SHOWN = 50;
const NO_MAIL = '<p>No mail yet. Register or ask for a new password, and the message appears here.</p>';

type App = Awaited<ReturnType<typeof createApp>>;

/** Serves a page with the mails that the demo would have sent. */
export async function serveMailbox(
  app: App,
  { database, settings }: { readonly database: Database; readonly settings: Settings },
): Promise<void> {
  const queries = outboxQueries(database);
  const write = mailWriter({ queries, settings });

  await app.register(async (pages) => {
    // It holds links that set passwords.
    refuseForeignHosts(pages);
    serveSelfContainedPages(pages, DEMO_STYLE);
    pages.get(MAILBOX_PATH, async (_request, reply) => {
      const rows = await queries.latest(MOST_SHOWN);
      const articles: string[] = [];
      for (const row of rows) {
        const mail = await write(row);
        if (mail) articles.push(article(mail, row, settings.timeZone));
      }
      return reply
        .type(HTML)
        .send(
          demoPage(
            'Mailbox',
            `What ${settings.applicationName} would send by mail. In the demo nothing leaves this computer.`,
            articles.length > 0 ? articles.join('\n') : NO_MAIL,
          ),
        );
    });
  });
}

function article(
  { subject, paragraphs, action, footer }: Mail,
  {
    recipient,
    createdAt,
    language,
  }: { recipient: string | null; createdAt: number; language: string | null },
  timeZone: string | undefined,
): string {
  const moment = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(createdAt);
  const text = paragraphs.map((line) => `<p>${escaped(line).replaceAll('\n', '<br>')}</p>`).join('');
  const link = action ? `<p><a href="${escaped(action.link)}">${escaped(action.label)}</a></p>` : '';
  return `<article lang="${language ?? 'en'}">
<header><h2>${escaped(subject)}</h2><p class="muted">${escaped(recipient ?? 'nobody')} · <time datetime="${new Date(createdAt).toISOString()}">${moment}</time></p></header>
${text}${link}<footer class="muted">${escaped(footer)}</footer>
</article>`;
}
