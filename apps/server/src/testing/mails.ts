import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { factoryNow } from '@refectory/database/factories';
import type { Instant } from '@refectory/domain/day';

import { createMailSender } from '../mail/mail-sender.ts';
import { outboxQueries } from '../mail/outbox-queries.ts';
import { mailWriter, type Mail } from '../mail/write-mail.ts';
import { testSettings } from './create-test-app.ts';

/** Looks after what was asked for by mail until now, and answers the mails to an address, the newest first. */
export async function mailsTo(
  database: Database,
  address: string,
  now: Instant = factoryNow,
  settings: Settings = testSettings,
): Promise<Mail[]> {
  const say = () => {};
  const sender = createMailSender({
    database,
    settings,
    clock: () => now,
    log: { error: say, warn: say },
  });
  while ((await sender.sendSome()) > 0);
  const queries = outboxQueries(database);
  const write = mailWriter({ queries, settings });
  const rows = (await queries.latest(1000)).filter(
    ({ recipient }) => recipient?.toLowerCase() === address.toLowerCase(),
  );
  const mails = await Promise.all(rows.map((row) => write(row)));
  return mails.filter((mail) => mail !== undefined);
}

/** The token of the link in the newest mail to an address; nothing where that mail has none, or none was sent. */
export async function mailedToken(...asked: Parameters<typeof mailsTo>): Promise<string> {
  const [mail] = await mailsTo(...asked);
  return /\/([\w-]{43})$/.exec(mail?.action?.link ?? '')?.[1] ?? '';
}
