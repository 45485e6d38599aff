import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import type { createApp } from '@refectory/server/app';
import { outboxQueries } from '@refectory/server/mail/outbox-queries';
import { escaped, mailWriter, type Mail } from '@refectory/server/mail/write-mail';

/** Where the mails of the demo are read. */
export const MAILBOX_PATH = '/mailbox';
const STYLE_PATH = `${MAILBOX_PATH}/style.css`;
/** Mails that the page shows, the newest first. */
const MOST_SHOWN = 50;

type App = Awaited<ReturnType<typeof createApp>>;

/** Serves a page with the mails that the demo would have sent. */
export function serveMailbox(
  app: App,
  { database, settings }: { readonly database: Database; readonly settings: Settings },
): void {
  const queries = outboxQueries(database);
  const write = mailWriter({ queries, settings });

  app.get(MAILBOX_PATH, async (_request, reply) => {
    const rows = await queries.latest(MOST_SHOWN);
    const articles: string[] = [];
    for (const row of rows) {
      const mail = await write(row);
      if (mail) articles.push(article(mail, row, settings.timeZone));
    }
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(articles, settings.applicationName));
  });

  app.get(STYLE_PATH, async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8').send(STYLE),
  );
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
<header><h2>${escaped(subject)}</h2><p>${escaped(recipient ?? 'nobody')} · <time datetime="${new Date(createdAt).toISOString()}">${moment}</time></p></header>
${text}${link}<footer>${escaped(footer)}</footer>
</article>`;
}

function page(articles: readonly string[], name: string): string {
  const content =
    articles.length > 0
      ? articles.join('\n')
      : '<p class="empty">No mail yet. Register or ask for another password, and the message is here.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mailbox of ${escaped(name)}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header><h1>Mailbox</h1><p>What ${escaped(name)} would send by mail. In the demo nothing leaves this computer.</p></header>
<main>
${content}
</main>
</body>
</html>`;
}

const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.985 0.006 95), oklch(0.19 0.012 150));
  --surface: light-dark(oklch(1 0 0), oklch(0.235 0.014 150));
  --ink: light-dark(oklch(0.24 0.02 150), oklch(0.95 0.008 95));
  --ink-muted: light-dark(oklch(0.48 0.02 150), oklch(0.75 0.015 120));
  --line: light-dark(oklch(0.905 0.01 110), oklch(0.32 0.015 150));
  --leaf: light-dark(oklch(0.44 0.1 152), oklch(0.8 0.13 152));
  --leaf-ink: light-dark(oklch(0.99 0.01 120), oklch(0.2 0.04 152));
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  padding: 2rem 1rem 4rem;
  max-width: 44rem;
  font: 1rem/1.55 system-ui, sans-serif;
  color: var(--ink);
  background: var(--paper);
}
h1, h2 { margin: 0; line-height: 1.25; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.1rem; }
body > header { margin-bottom: 1.5rem; }
body > header p, article header p, footer { margin: 0.25rem 0 0; color: var(--ink-muted); font-size: 0.9rem; }
article {
  margin-bottom: 1rem;
  padding: 1.25rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--surface);
  overflow-wrap: anywhere;
}
article a {
  display: inline-block;
  padding: 0.6rem 1rem;
  border-radius: 0.5rem;
  color: var(--leaf-ink);
  background: var(--leaf);
  font-weight: 600;
  text-decoration: none;
}
a:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--ink-muted); }
`;
