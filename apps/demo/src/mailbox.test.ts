import { failureOf } from '@refectory/contract/errors';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { createTestApp, testSettings } from '@refectory/server/testing/create-test-app';
import { mailsTo } from '@refectory/server/testing/mails';
import { expect, test } from 'vitest';

import { MAILBOX_PATH, serveMailbox } from './mailbox.ts';

const database = useTestDatabase();

test('the mailbox shows the mails, the newest first, and hostile text in them as text', async () => {
  const settings = { allowRegistration: true, allowGuestComments: true };
  const t = await createTestApp({ database: database.current, settings, app: { managerEmail: 'm@e.cz' } });
  await serveMailbox(t.app, { database: database.current, settings: testSettings });
  const read = async () => t.app.inject({ url: MAILBOX_PATH });
  expect((await read()).body).toContain('No mail yet');
  const foreign = await t.app.inject({ url: MAILBOX_PATH, headers: { host: 'evil.example' } });
  expect([foreign.statusCode, foreign.headers['content-type']]).toEqual([421, 'text/plain; charset=utf-8']);

  const guest = t.client('en', await t.tokenFor());
  const person = { type: 'Person', firstName: 'Anna', lastName: 'Malá', email: 'anna@example.org' } as const;
  await guest.startRegistration({ body: person });
  const [mail] = await mailsTo(database.current, person.email);
  const token = mail?.action?.link.split('/').at(-1) ?? '';
  const answer = await read();
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*style-src 'sha256-[^']+'/);
  expect(answer.body).toMatch(
    new RegExp(`<a href="http://[^/"]+/registration/${token}">Choose a password</a>`),
  );

  await guest.finishRegistration({ body: { token, password: 'a good long one' } });
  const authorization = `Basic ${Buffer.from(`${person.email}:a good long one`).toString('base64')}`;
  const { sessionToken } = await guest.login({ authorization });
  const anna = t.client('en', sessionToken);
  const sent = await anna.sendComment({ body: { comment: '<script>alert(1)</script>' } }).catch(failureOf);
  expect(sent).toEqual({});
  const { body } = await read();
  expect(body).not.toContain('<script');
  expect(body.indexOf('&lt;script&gt;')).toBeLessThan(body.indexOf('Finish your registration'));
});
