import { createCustomer, createOffering, factoryNow } from '@refectory/database/factories';
import { ownKey, placeOrder } from '@refectory/database/order-functions';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { inTransaction } from '@refectory/database/transaction';
import { money } from '@refectory/domain/money';
import { languages } from '@refectory/domain/texts';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { testSettings } from '../testing/create-test-app.ts';
import { mailsTo } from '../testing/mails.ts';
import { createMailSender, pauseAfter } from './mail-sender.ts';
import { queueMail, type NewMail } from './outbox-queries.ts';

const database = useTestDatabase();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What the mail server got: the addresses of the envelope, and the mail as it came. */
type Delivery = { readonly to: readonly string[]; readonly raw: string };

let delivered: Delivery[] = [];
/** What the server answers to an address, where it does not take it. */
let refusal: { readonly code: number } | undefined;
let server: SMTPServer;
let smtpUrl: string;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(refusal ? Object.assign(new Error('not here'), { responseCode: refusal.code }) : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        delivered.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  smtpUrl = `smtp://127.0.0.1:${port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(async () => {
  [delivered, refusal] = [[], undefined];
  await database.current.pool.query('delete from outbox');
});

const senders: ReturnType<typeof createMailSender>[] = [];
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.stop();
});

/** A process that sends mail, its clock, and what it logged. */
function sending({
  url = smtpUrl,
  settings = testSettings,
}: { readonly url?: string; readonly settings?: typeof testSettings } = {}) {
  let now = factoryNow;
  const logged: unknown[] = [];
  const log = (...words: unknown[]) => void logged.push(words);
  const sender = createMailSender({
    database: database.current,
    settings,
    clock: () => now,
    log: { error: log, warn: log },
    route: { smtpUrl: url, from: 'Canteen <meals@canteen.example>' },
  });
  senders.push(sender);
  return { sendSome: sender.sendSome, wait: (ms: number) => (now += ms), logged };
}

const queue = (mail: Omit<NewMail, 'now'>) =>
  inTransaction(database.current, (transaction) => queueMail(transaction, { ...mail, now: factoryNow }));
const SECRET = 'https://meals.example.org/password-reset/the-secret-key';
const reset = (recipient: string, language: 'cs' | 'en' = 'en') =>
  queue({ kind: 'password-reset', content: { userName: 'anna', link: SECRET }, recipient, language });
const outbox = async () =>
  (
    await database.current.pool.query<{
      attempts: number;
      sent: boolean;
      failure: string | null;
      tryAfter: number | null;
      content: unknown;
    }>(
      `select attempts, sent_at is not null as sent, failure, try_after as "tryAfter", content from outbox order by id`,
    )
  ).rows;
const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(raw.split('\r\n\r\n')[0] ?? '')?.[1];

describe('the outbox', () => {
  test('a mail is sent by SMTP as text and HTML, and what it said is forgotten', async () => {
    await reset('anna@example.org', 'cs');
    const { sendSome, logged } = sending();
    expect(await sendSome()).toBe(1);
    expect(await sendSome()).toBe(0);
    const [mail] = delivered;
    expect(mail?.to).toEqual(['anna@example.org']);
    expect(header(mail?.raw ?? '', 'From')).toBe('Canteen <meals@canteen.example>');
    expect(header(mail?.raw ?? '', 'Auto-Submitted')).toBe('auto-generated');
    expect(mail?.raw).toMatch(/content-type: text\/plain/i);
    expect(mail?.raw).toMatch(/content-type: text\/html/i);
    expect(mail?.raw.replaceAll(/=\r\n/g, '')).toContain('the-secret-key');
    expect(await outbox()).toMatchObject([{ attempts: 1, sent: true, content: {} }]);
    expect(logged).toEqual([]);
  });

  test('where nobody chose a language a mail is in the first one of the canteen, and says so', async () => {
    await queue({
      kind: 'comment',
      content: { userName: 'anna', email: 'anna@example.org', comment: 'Bez soli' },
      recipient: 'manager@example.org',
    });
    await sending({ settings: { ...testSettings, languages: ['cs', 'en'] } }).sendSome();
    const [mail] = delivered;
    expect((mail?.raw ?? '').replaceAll(/=\r\n/g, '')).toMatch(/<html lang=(?:3D)?"cs">/);
  });

  test('each mail is sent once, however many processes look after them', async () => {
    for (let index = 0; index < 30; index += 1) await reset(`person-${index}@example.org`);
    const processes = Array.from({ length: 4 }, () => sending());
    await Promise.all(
      processes.map(async ({ sendSome }) => {
        while ((await sendSome()) > 0);
      }),
    );
    expect(delivered).toHaveLength(30);
    expect(new Set(delivered.flatMap(({ to }) => to)).size).toBe(30);
  });

  test('what could not be sent is tried again after growing pauses, under the same Message-ID, and no secret is logged', async () => {
    await reset('anna@example.org');
    const { sendSome, wait, logged } = sending();
    refusal = { code: 451 };
    await sendSome();
    expect(await outbox()).toMatchObject([
      { attempts: 1, sent: false, failure: null, tryAfter: factoryNow + pauseAfter(1) },
    ]);
    expect(await sendSome()).toBe(0);
    wait(pauseAfter(1));
    await sendSome();
    wait(pauseAfter(2) - 1);
    expect(await sendSome()).toBe(0);
    wait(1);
    refusal = undefined;
    await sendSome();
    await reset('anna@example.org');
    await sendSome();
    const ids = delivered.map(({ raw }) => header(raw, 'Message-ID'));
    expect(ids[0]).toMatch(/^<refectory\.\d+\.\d+@canteen\.example>$/);
    expect(new Set(ids).size).toBe(2);
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toMatch(/secret|anna@/);
  });

  test('the pauses double up to six hours', () => {
    expect([1, 2, 3, 10, 11, 50].map((failures) => pauseAfter(failures) / 1000)).toEqual([
      30, 60, 120, 15_360, 21_600, 21_600,
    ]);
  });

  test('a process that dies with a mail in hand leaves it to the next one', async () => {
    await reset('anna@example.org');
    const dead = sending({ url: 'smtp://127.0.0.1:1' });
    const taken = `update outbox set attempts = 1, try_after = $1`;
    await database.current.pool.query(taken, [new Date(factoryNow + 5 * MINUTE_MS)]);
    expect(await dead.sendSome()).toBe(0);
    const next = sending();
    next.wait(5 * MINUTE_MS);
    await next.sendSome();
    expect(delivered).toHaveLength(1);
  });

  test('an address that the server refuses for good is given up, and so is a mail nobody takes for three days', async () => {
    await reset('gone@example.org');
    refusal = { code: 550 };
    const { sendSome, wait } = sending();
    await sendSome();
    expect(await outbox()).toMatchObject([{ attempts: 1, failure: 'EENVELOPE', content: {} }]);
    refusal = { code: 451 };
    await reset('busy@example.org');
    wait(3 * DAY_MS - 1);
    await sendSome();
    wait(pauseAfter(1));
    await sendSome();
    expect((await outbox())[1]).toMatchObject({ attempts: 2, sent: false, failure: 'it is too old' });
    wait(DAY_MS);
    expect(await sendSome()).toBe(0);
  });

  test('a mail server that is out of reach loses nothing', async () => {
    await reset('anna@example.org');
    await sending({ url: 'smtp://127.0.0.1:1' }).sendSome();
    expect(await outbox()).toMatchObject([{ attempts: 1, sent: false, failure: null }]);
    const later = sending();
    later.wait(pauseAfter(1));
    await later.sendSome();
    expect(delivered).toHaveLength(1);
  });

  test('a mail that cannot be written holds up no other, and is tried again later', async () => {
    await queue({
      kind: 'exchanged',
      content: { orderId: 1e30, quantity: 1, refunded: 0 },
      recipient: 'a@b.cz',
    });
    await reset('anna@example.org');
    const { sendSome, logged } = sending();
    await sendSome();
    expect(delivered.map(({ to }) => to)).toEqual([['anna@example.org']]);
    expect(await outbox()).toMatchObject([
      { attempts: 1, sent: false, failure: null, tryAfter: factoryNow + pauseAfter(1) },
      { sent: true },
    ]);
    expect(logged).toHaveLength(1);
  });

  test('a link is not sent once it has expired, and no mail is sent that waited three days for a mail server', async () => {
    const until = factoryNow + 60 * MINUTE_MS;
    const content = { userName: 'anna', link: SECRET, until };
    for (const recipient of ['soon@example.org', 'late@example.org'])
      await queue({ kind: 'password-reset', content, recipient });
    await reset('old@example.org');
    const { sendSome, wait } = sending();
    await database.current.pool.query(
      `update outbox set try_after = case recipient when 'late@example.org' then $1::timestamptz
         when 'old@example.org' then $2 end`,
      [new Date(until), new Date(factoryNow + 3 * DAY_MS)],
    );
    wait(60 * MINUTE_MS - 1);
    await sendSome();
    expect(delivered.map(({ to }) => to)).toEqual([['soon@example.org']]);
    wait(1);
    await sendSome();
    wait(3 * DAY_MS);
    await sendSome();
    expect(delivered).toHaveLength(1);
    expect(await outbox()).toMatchObject([
      { sent: true },
      { failure: 'its link has expired', content: {} },
      { failure: 'it is too old', content: {} },
    ]);
  });

  test('without a way to send, mails stay to be read', async () => {
    await reset('anna@example.org');
    expect((await mailsTo(database.current, 'anna@example.org'))[0]?.action?.link).toBe(SECRET);
    expect(await outbox()).toMatchObject([{ attempts: 0, sent: false, content: { link: SECRET } }]);
  });

  test('a customer without an address is sent nothing', async () => {
    const { id } = await createCustomer(database.current);
    await queue({
      kind: 'password-changed',
      content: { userName: 'x', link: 'https://x.example' },
      customerId: id,
    });
    await sending().sendSome();
    expect(delivered).toEqual([]);
    expect(await outbox()).toMatchObject([{ failure: 'the customer has no address' }]);
  });

  test.each(['<script>alert(1)</script>', 'Anna\r\nBcc: all@example.org', '"><img src=x onerror=alert(1)>'])(
    'hostile text stays text: %j',
    async (userName) => {
      await queue({
        kind: 'comment',
        content: { userName, email: 'a@b.cz', comment: userName },
        recipient: 'm@e.cz',
      });
      await sending().sendSome();
      const [mail] = delivered;
      expect(mail?.to).toEqual(['m@e.cz']);
      expect(header(mail?.raw ?? '', 'Bcc')).toBeUndefined();
      const html = (mail?.raw ?? '').split(/content-type: text\/html/i)[1] ?? '';
      expect(html.replaceAll(/=\r\n/g, '')).not.toMatch(/<script|<img/);
    },
  );
});

describe('the words', () => {
  test.each(languages)('every kind of mail is written in %s', async (language) => {
    const link = 'https://meals.example.org/x';
    const { id } = await createCustomer(database.current, { email: 'giver@example.org' });
    const dish = await createOffering(database.current, {
      product: { name: { en: 'Beef broth', cs: 'Hovězí vývar', pl: 'Rosół wołowy', sk: 'Hovädzí vývar' } },
    });
    const order = await placeOrder(database.current, {
      customerId: id,
      offeringId: dish.id,
      day: dish.offering.day,
      canteenId: dish.canteenId,
      quantity: 2,
      price: money(20_000),
      idempotency: ownKey(),
      pickupCode: 'X1',
      now: factoryNow,
    });
    if (order.verdict !== 'ordered') throw new Error(order.verdict);
    const mails: Omit<NewMail, 'now'>[] = [
      { kind: 'registration', content: { link } },
      { kind: 'registration-known', content: { link } },
      { kind: 'registration-name-taken', content: { userName: 'anna', link } },
      { kind: 'password-reset', content: { userName: 'anna', link } },
      { kind: 'password-changed', content: { userName: 'anna', link } },
      { kind: 'email-change', content: { link, until: factoryNow } },
      { kind: 'email-known', content: { link } },
      { kind: 'email-changed', content: { userName: 'anna', email: 'b@c.cz' } },
      {
        kind: 'email-replaced',
        content: { userName: 'anna', email: 'b@c.cz', until: factoryNow, link },
      },
      { kind: 'comment', content: { userName: 'anna', email: 'b@c.cz', comment: 'Hm' } },
      { kind: 'exchanged', content: { orderId: order.orderId, quantity: 2, refunded: 20_000 } },
    ];
    for (const mail of mails) await queue({ ...mail, recipient: `${language}@example.org`, language });
    const written = await mailsTo(database.current, `${language}@example.org`);
    expect(written).toHaveLength(mails.length);
    expect(new Set(written.map(({ subject }) => subject)).size).toBe(mails.length);
    expect(JSON.stringify(written)).not.toMatch(/[{}]\s*(?:plural|userName)|undefined/);
    expect(written[0]?.paragraphs[0]).toMatch(/Beef broth|Hovězí vývar|Rosół wołowy|Hovädzí vývar/);
    expect(written[0]?.paragraphs[0]).toContain('200');
  });
});
