import { failureOf } from '@refectory/contract/errors';
import { matches } from '@refectory/contract/pattern';
import { Settings } from '@refectory/contract/settings';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { duringTransaction } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { calendarDay } from '@refectory/domain/day';
import { customerFormFields, payloadValues } from '@refectory/domain/form-customer';
import { formErrors } from '@refectory/domain/form-validation';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { createTestApp } from '../testing/create-test-app.ts';
import { mailsTo } from '../testing/mails.ts';

const database = useTestDatabase();

const { customerFields } = z.parse(Settings, {
  customerFields: {
    common: [{ id: 'email', type: 'email', required: true }],
    person: {
      registration: [],
      show: [],
      update: [
        { id: 'firstName', required: true },
        { id: 'lastName' },
        { id: 'phone', type: 'phone', label: { en: 'Telephone' } },
        { id: 'employerStreet' },
        { id: 'street' },
        {
          id: 'preferredAddress',
          type: 'radio',
          required: true,
          options: [{ value: 'home', label: 'Home' }],
        },
      ],
    },
  },
});

let made = 0;
/** A customer with an entry of the canteen's own, and an app that lets them change their data. */
async function prepare(settings: Partial<Settings> = {}) {
  const t = await createTestApp({
    database: database.current,
    settings: { allowProfileEdit: true, customerFields, ...settings },
    app: { managerEmail: 'manager@example.org' },
  });
  const email = `profile-${(made += 1)}@example.org`;
  const customer = await createCustomer(database.current, {
    firstName: 'Anna',
    lastName: 'Malá',
    email,
    additionalData: [{ variableId: 'locker', value: 17 }],
  });
  const anna = await t.loginAs(customer);
  const profile = { firstName: 'Anna', lastName: 'Malá', email, userName: customer.userName };
  return { ...t, customer, anna, email, profile };
}

describe('the profile', () => {
  test('part of API-24: what the form has fields for is stored, and the rest stays', async () => {
    const t = await prepare();
    await t.anna.updateCustomer({
      body: {
        ...t.profile,
        lastName: 'Veselá',
        additionalData: [
          { variableId: 'phone', value: '+420 123 456 789' },
          { variableId: 'locker', value: 99 },
          { variableId: 'discount', value: 100 },
        ],
      },
    });
    expect(await t.anna.getCustomer()).toMatchObject({
      ...t.profile,
      lastName: 'Veselá',
      additionalData: [
        { variableId: 'locker', value: 17 },
        { variableId: 'phone', value: '+420 123 456 789' },
      ],
    });
    const { rows } = await database.current.pool.query(
      'select kind, details from audit_event where customer_id = $1',
      [t.customer.id],
    );
    expect(rows).toEqual([{ kind: 'profile-changed', details: { fields: ['lastName', 'phone'] } }]);
  });

  test('what was emptied is gone', async () => {
    const t = await prepare();
    const { lastName: _, ...profile } = t.profile;
    await t.anna.updateCustomer({ body: profile });
    expect((await t.anna.getCustomer()).lastName).toBeUndefined();
  });

  test.each([
    ['a required field that is empty', { firstName: '' }, 'First name'],
    ['what is no address', { email: 'anna' }, 'E-mail'],
    ['an address that is too long', { email: `${'a'.repeat(250)}@b.cz` }, 'E-mail'],
    ['another type', { type: 'Company' as const }, 'type'],
    [
      'what breaks a rule of the settings',
      { additionalData: [{ variableId: 'phone', value: '12ab' }] },
      'Telephone',
    ],
  ])('%s is refused by the name of its field, and nothing changes', async (_, wrong, field) => {
    const t = await prepare();
    const failure = await t.anna
      .updateCustomer({ body: { ...t.profile, lastName: 'Veselá', ...wrong } })
      .catch(failureOf);
    expect(failure).toMatchObject({
      status: 400,
      code: 'fieldInvalid',
      message: expect.stringContaining(field),
    });
    expect(await t.anna.getCustomer()).toMatchObject(t.profile);
  });

  test('form and server give the same verdict', async () => {
    const t = await prepare();
    // There is never more than one street, and so nothing to prefer.
    const fields = customerFormFields(customerFields, 'Person', 'update').filter(
      ({ id }) => id !== 'preferredAddress',
    );
    const text = fc.constantFrom('', ' ', 'Anna', 'x\u0007', '🐎', 'Žofie');
    const email = fc.constantFrom(t.email, 'a@b', '');
    const number = fc.constantFrom('+420 123 456 789', '12ab', '');
    const values = fc.sample(fc.record({ email, firstName: text, phone: number, street: text }), {
      seed: 1,
      numRuns: 150,
    });
    const verdicts = new Set<boolean>();
    for (const { phone, street, ...direct } of values) {
      const entries = Object.entries({ phone, street });
      const additionalData = entries.map(([variableId, value]) => ({ variableId, value }));
      const body = { ...direct, lastName: 'Malá', additionalData };
      const context = { today: calendarDay('2026-11-20'), matches };
      const isRight = formErrors(fields, payloadValues(fields, body), context).size === 0;
      const answer = await t.anna.updateCustomer({ body }).catch(failureOf);
      expect(answer, JSON.stringify(body)).toEqual(
        isRight ? {} : expect.objectContaining({ code: 'fieldInvalid' }),
      );
      verdicts.add(isRight);
    }
    expect(verdicts.size).toBe(2);
  });

  test('part of PROF-09: without both streets there is no preferred address', async () => {
    const t = await prepare();
    const save = async (streets: Readonly<Record<string, string>>) => {
      const entries = Object.entries({ ...streets, preferredAddress: 'home' });
      const additionalData = entries.map(([variableId, value]) => ({ variableId, value }));
      await t.anna.updateCustomer({ body: { ...t.profile, additionalData } });
      const stored = (await t.anna.getCustomer()).additionalData ?? [];
      return stored.some(({ variableId }) => variableId === 'preferredAddress');
    };
    expect(await save({ employerStreet: 'Long 1', street: 'Short 2' })).toBe(true);
    expect(await save({ employerStreet: 'Long 1', street: '' })).toBe(false);
  });

  test('the language is told whatever the form asks for by now, also where nothing else can be changed', async () => {
    for (const settings of [{}, { allowProfileEdit: false }]) {
      const t = await prepare(settings);
      await database.current.pool.query('update customer set first_name = null where id = $1', [
        t.customer.id,
      ]);
      const told = async (value: string) => {
        const additionalData = [
          { variableId: 'locker', value: 17 },
          { variableId: 'language', value },
        ];
        const { firstName: _, ...profile } = t.profile;
        await t.anna.updateCustomer({ body: { ...profile, additionalData } });
        return (await t.anna.getCustomer()).additionalData;
      };
      expect(await told('pl')).toEqual([
        { variableId: 'locker', value: 17 },
        { variableId: 'language', value: 'pl' },
      ]);
      expect(await told('xx')).toContainEqual({ variableId: 'language', value: 'pl' });
    }
  });

  test('part of AUTH-27: to tell the language changes nothing that the form of today hides or writes otherwise', async () => {
    const { customerFields: ofToday } = z.parse(Settings, {
      customerFields: {
        common: [{ id: 'firstName' }, { id: 'lastName' }, { id: 'email', type: 'email' }, { id: 'userName' }],
        person: { registration: [], show: [], update: [{ id: 'locker' }, { id: 'phone', required: true }] },
      },
    });
    const t = await prepare({ customerFields: ofToday });
    const { additionalData } = await t.anna.getCustomer();
    expect(additionalData).toEqual([{ variableId: 'locker', value: 17 }]);
    const language = { variableId: 'language', value: 'pl' };
    await t.anna.updateCustomer({
      body: { ...t.profile, additionalData: [...(additionalData ?? []), language] },
    });
    expect((await t.anna.getCustomer()).additionalData).toEqual([
      { variableId: 'locker', value: 17 },
      language,
    ]);
    const { rows } = await database.current.pool.query<{ details: unknown }>(
      'select details from audit_event where customer_id = $1',
      [t.customer.id],
    );
    expect(rows).toEqual([{ details: { fields: ['language'] } }]);
  });

  describe('with a user name of their own', () => {
    const named = {
      ...customerFields,
      person: {
        registration: [],
        show: [],
        update: [{ id: 'firstName' }, { id: 'lastName' }, { id: 'userName', required: true }],
      },
      // As the settings have them, with what a field leaves out.
    } as unknown as Settings['customerFields'];

    test("a customer takes neither somebody's user name, also at the same moment, nor a stranger's address for it", async () => {
      const t = await prepare({ customerFields: named });
      const other = await createCustomer(database.current);
      const save = (userName: string) =>
        t.anna.updateCustomer({ body: { ...t.profile, userName } }).catch(failureOf);
      expect(await save(other.userName.toUpperCase())).toMatchObject({ status: 400, code: 'userNameTaken' });
      const wanted = `wanted-${made}`;
      const late = await duringTransaction(
        database.current,
        (client) =>
          client.query('update customer set user_name = $2 where id = $1', [other.id, wanted.toUpperCase()]),
        () => save(wanted),
      );
      expect(late).toMatchObject({ status: 400, code: 'userNameTaken' });
      expect(await save('victim@example.org')).toMatchObject({ code: 'fieldInvalid' });
      expect(await save(t.email.toUpperCase())).toEqual({});
    });
  });
});

describe('comments', () => {
  const settings = { allowGuestComments: true, commentDelayTime: 2, commentMaxLength: 20 };
  const send = async (t: Awaited<ReturnType<typeof prepare>>, comment: string) =>
    t.anna.sendComment({ body: { comment } }).catch(failureOf);

  test('part of API-26: a comment is kept and sent to the manager, once for each delay', async () => {
    const t = await prepare(settings);
    expect(await send(t, '  The soup\nwas <cold>. ')).toEqual({});
    t.clock.advance(30_000);
    expect(await send(t, 'And the tea too.')).toMatchObject({
      status: 429,
      code: 'commentTooSoon',
      message: expect.stringContaining('90 seconds'),
    });
    t.clock.advance(90_000);
    expect(await send(t, 'And the tea too.')).toEqual({});
    const { rows } = await database.current.pool.query(
      'select text, sent_at as at from comment where customer_id = $1 order by id',
      [t.customer.id],
    );
    expect(rows).toEqual([
      { text: 'The soup\nwas <cold>.', at: factoryNow },
      { text: 'And the tea too.', at: factoryNow + 120_000 },
    ]);
    const mails = await mailsTo(database.current, 'manager@example.org');
    expect(mails.map(({ paragraphs }) => paragraphs[1])).toEqual([
      'And the tea too.',
      'The soup\nwas <cold>.',
    ]);
    expect(mails[0]?.paragraphs[0]).toBe(`${t.customer.userName} (${t.email}) writes:`);
  });

  test('of comments sent at the same moment one is kept', async () => {
    const t = await prepare(settings);
    const later = await duringTransaction(
      database.current,
      async (client) => {
        await client.query('select from customer where id = $1 for no key update', [t.customer.id]);
        await client.query(`insert into comment (customer_id, text, sent_at) values ($1, 'First', $2)`, [
          t.customer.id,
          new Date(factoryNow),
        ]);
      },
      () => send(t, 'Second'),
    );
    expect(later).toMatchObject({ code: 'commentTooSoon' });
  });

  test('an empty or too long comment is refused, and any where comments are switched off', async () => {
    const t = await prepare(settings);
    expect(await send(t, '  \n ')).toMatchObject({ code: 'fieldInvalid' });
    expect(await send(t, 'x'.repeat(21))).toMatchObject({ code: 'commentTooLong' });
    expect(
      await send(await prepare({ ...settings, commentMaxLength: 20_000 }), 'x'.repeat(10_001)),
    ).toMatchObject({
      code: 'commentTooLong',
      message: expect.stringContaining('10'),
    });
    expect(await send(await prepare(settings), `  ${'🐎'.repeat(20)}  `)).toMatchObject({
      code: 'fieldInvalid',
    });
    expect(await send(await prepare(settings), `   ${'ž'.repeat(20)}   `)).toEqual({});
    for (const odd of ['a\u0000b', '\ud800', 'a\u0007b'])
      expect(await send(t, odd), JSON.stringify(odd)).toMatchObject({
        code: expect.stringMatching(/^(?:fieldInvalid|badRequest)$/),
      });
    expect(await send(await prepare(), 'Hello')).toMatchObject({ code: 'switchedOff' });
  });
});
