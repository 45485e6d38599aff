import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { calendarDay } from './day.ts';
import {
  customerFormFields,
  groupedFields,
  payloadValues,
  registrationPayload,
  startingValues,
  updatePayload,
  withoutNeedlessPreference,
  type CustomerPayload,
  type FormCustomer,
} from './form-customer.ts';
import { fieldTypes, type FieldValue, type FormField, type FormValues } from './form-field.ts';
import { formErrors, type FormContext } from './form-validation.ts';

const choices = ['x', 'y', 'z'].map((value) => ({ value, label: value }));

describe('the fields of a form', () => {
  const field = (id: string): FormField => ({ id });
  const configured = {
    common: [field('email')],
    person: { registration: [field('pr')], show: [field('ps')], update: [field('pu'), field('email')] },
    company: { registration: [field('cr')], show: [field('cs')], update: [field('cu'), field('type')] },
  };

  test.each([
    ['Person', 'registration', ['email', 'pr']],
    ['Person', 'show', ['email', 'ps']],
    ['Person', 'update', ['email', 'pu']],
    ['Company', 'registration', ['email', 'cr']],
    ['Company', 'show', ['email', 'cs']],
    ['Company', 'update', ['email', 'cu']],
  ] as const)('part of CFG-42: of a %s at %s are the common ones and its own', (type, form, ids) => {
    expect(customerFormFields(configured, type, form).map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ['Person', 'registration', ['firstName', 'lastName', 'email']],
    ['Company', 'update', ['companyName', 'email']],
    ['Person', 'show', []],
  ] as const)('part of CFG-42: without settings a %s has at %s: %j', (type, form, ids) => {
    expect(customerFormFields(undefined, type, form).map(({ id }) => id)).toEqual(ids);
  });

  test('a type that the settings leave out has the common fields', () => {
    expect(customerFormFields({ common: [field('email')] }, 'Company', 'update')).toHaveLength(1);
  });

  test('a field that customers have by name takes one choice', () => {
    const several = { id: 'lastName', type: 'checkboxList', items: choices };
    expect(customerFormFields({ common: [several] }, 'Person', 'update')).toEqual([
      { ...several, type: 'radio', multiple: false },
    ]);
  });

  test('part of CFG-43: groups hold their fields in their order, and the others come first', () => {
    const groups = [{ fields: ['b', 'a', 'none'] }, { fields: ['a'] }, { fields: ['c'] }];
    const parts = groupedFields(['a', 'b', 'c', 'd'].map(field), groups);
    expect(parts.map((part) => part.fields.map(({ id }) => id))).toEqual([['d'], ['b', 'a'], ['c']]);
    expect(parts.map(({ group }) => group)).toEqual([undefined, groups[0], groups[2]]);
  });
});

describe('what is sent', () => {
  test('part of REG-03 and FORM-45: direct fields by name, the others as entries, choices with what there was to choose', () => {
    const fields: FormField[] = [
      { id: 'firstName' },
      { id: 'floor' },
      { id: 'diet', type: 'select', multiple: true, options: choices },
      { id: 'news', type: 'checkbox' },
      { id: 'note', type: 'info' },
    ];
    const values = { firstName: ' Jana ', floor: '3', diet: ['x', 'z'], news: true, note: 'n' };
    expect(registrationPayload('Person', fields, values)).toEqual({
      type: 'Person',
      firstName: 'Jana',
      additionalData: [
        { variableId: 'floor', value: '3' },
        { variableId: 'diet', multiple: true, options: ['x', 'y', 'z'], value: ['x', 'z'] },
        { variableId: 'news', value: true },
      ],
    });
  });

  test('part of FORM-41: empty and hidden fields are never sent', () => {
    const fields: FormField[] = [
      { id: 'firstName' },
      { id: 'floor' },
      { id: 'diet', type: 'checkboxList', items: choices },
      { id: 'news', type: 'checkbox' },
      { id: 'room', visibleIfFilled: 'floor' },
    ];
    const values = { firstName: ' ', floor: '', diet: [], news: false, room: 'typed before' };
    expect(registrationPayload('Company', fields, values)).toEqual({ type: 'Company' });
  });

  const jana: FormCustomer = {
    type: 'Person',
    userName: 'jana',
    firstName: 'Jana',
    lastName: 'Nováková',
    additionalData: [
      { variableId: 'language', value: 'cs' },
      { variableId: 'floor', value: 3 },
      { variableId: 'number', value: '4711' },
      { variableId: 'diet', multiple: true, options: ['x'], value: ['x'] },
    ],
  };
  const fields: FormField[] = [
    { id: 'firstName' },
    { id: 'floor', type: 'number' },
    { id: 'number', disabled: true },
    { id: 'diet', type: 'checkboxList', items: choices },
    { id: 'room' },
  ];

  test('part of PROF-04: a form begins with what the customer has', () => {
    expect(startingValues(fields, jana)).toEqual({
      type: 'Person',
      firstName: 'Jana',
      floor: '3',
      number: '4711',
      diet: ['x'],
      room: '',
    });
  });

  test('part of PROF-06: what was changed takes the place of the old, and everything else is sent as it was', () => {
    const values = {
      ...startingValues(fields, jana),
      firstName: 'Johana',
      diet: ['y', 'z'],
      room: '12',
      number: 'forged',
    };
    expect(updatePayload(jana, 'Person', fields, values)).toEqual({
      type: 'Person',
      userName: 'jana',
      firstName: 'Johana',
      lastName: 'Nováková',
      additionalData: [
        { variableId: 'language', value: 'cs' },
        { variableId: 'floor', value: '3' },
        { variableId: 'number', value: '4711' },
        { variableId: 'diet', multiple: true, options: ['x', 'y', 'z'], value: ['y', 'z'] },
        { variableId: 'room', value: '12' },
      ],
    });
  });

  test('part of PROF-06: what was emptied is left out', () => {
    const values = { ...startingValues(fields, jana), firstName: '', floor: '', diet: [] };
    expect(updatePayload(jana, 'Person', fields, values)).toEqual({
      type: 'Person',
      userName: 'jana',
      lastName: 'Nováková',
      additionalData: [
        { variableId: 'language', value: 'cs' },
        { variableId: 'number', value: '4711' },
      ],
    });
  });

  const addresses = {
    employerStreet: 'employerStreet',
    street: 'street',
    preferredAddress: 'preferredAddress',
  };
  const ofAddresses: FormField[] = [
    { id: 'employerStreet' },
    { id: 'street' },
    { id: 'preferredAddress', type: 'radio', options: choices },
  ];
  test.each([
    ['Dlouhá 1', 'Krátká 2', 'x'],
    ['', 'Krátká 2', ''],
    ['Dlouhá 1', ' ', ''],
    ['', '', ''],
  ])(
    'part of PROF-09: with the streets %j and %j the preferred address is %j',
    (employerStreet, street, expected) => {
      const values = { employerStreet, street, preferredAddress: 'x' };
      const left = withoutNeedlessPreference(ofAddresses, values, addresses);
      expect(left['preferredAddress']).toBe(expected);
      const { additionalData = [] } = updatePayload({}, 'Person', ofAddresses, left);
      expect(additionalData.some(({ variableId }) => variableId === 'preferredAddress')).toBe(
        expected !== '',
      );
    },
  );

  test('part of PROF-09: a form without one of the streets keeps the preferred address', () => {
    const values = { street: '', preferredAddress: 'x' };
    expect(withoutNeedlessPreference(ofAddresses.slice(1), values, addresses)).toBe(values);
  });
});

describe('form and server', () => {
  const context: FormContext = {
    today: calendarDay('2026-11-20'),
    matches: (pattern, text) => (pattern === 'never' ? undefined : text.includes(pattern)),
  };
  const id = fc.constantFrom(
    'a',
    'b',
    'c',
    'd',
    'e',
    'firstName',
    'lastName',
    'email',
    'constructor',
    '__proto__',
  );
  const word = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      'x',
      'y',
      ' x ',
      'c\u030C',
      '5-3',
      '31-02',
      '2026-11-20',
      '2026-11-19',
      '0',
      '12,5',
      '3',
    ),
    fc.constantFrom('a@b.cz', 'a@b', '+420 123 456 789', 'true', '🍲', 'a\nb', 'never'),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  const length = fc.option(fc.nat(6), { nil: undefined });
  const flag = fc.boolean();
  const field: fc.Arbitrary<FormField> = fc.record(
    {
      id,
      type: fc.oneof(fc.constantFrom(...fieldTypes), fc.constant('unheard-of')),
      required: flag,
      disabled: fc.constantFrom(false, false, true),
      multiple: flag,
      validationRegExp: fc.constantFrom('x', 'never', ''),
      minLength: length,
      maxLength: length,
      items: fc.constant(choices),
      options: fc.constant(choices),
      positiveInteger: fc.constantFrom(false, false, true),
      notZero: fc.constantFrom(false, false, true),
      inThePast: flag,
      daysAhead: length,
      min: fc.constantFrom(0, 2),
      max: fc.constantFrom(4, 999),
      visibleIfThisEquals: fc.record({ id, value: word }),
      visibleIfThisNotEquals: fc.record({ id, value: word }),
      visibleIfThisOneOf: fc.record({ id, values: fc.array(word, { maxLength: 3 }) }),
      visibleIfFilled: id,
    },
    { requiredKeys: ['id'] },
  );
  const type = fc.constantFrom('Person' as const, 'Company' as const);
  /** A field is drawn with any value it can be given, by whoever sends what no form would send, too. */
  const value: fc.Arbitrary<FieldValue> = fc.oneof(word, flag, fc.array(word, { maxLength: 3 }));
  const input = fc.record({
    type,
    definitions: fc.array(field, { maxLength: 7 }),
    values: fc.dictionary(id, value),
    held: fc.dictionary(id, value),
  });

  const customerWith = (held: Readonly<Record<string, FieldValue>>): FormCustomer => ({
    firstName: String(held['firstName'] ?? ''),
    additionalData: Object.entries(held)
      .filter(([name]) => !['firstName', 'lastName', 'email'].includes(name))
      .map(([variableId, one]) => ({ variableId, value: one })),
  });
  const verdict = (fields: readonly FormField[], values: FormValues) => [
    ...formErrors(fields, values, context),
  ];
  /** As it comes out of the network. */
  const sent = (payload: CustomerPayload) => JSON.parse(JSON.stringify(payload)) as CustomerPayload;

  /** What is typed: only a field that can be changed, and only what its control can hold. */
  function typed(fields: readonly FormField[], customer: FormCustomer, values: FormValues): FormValues {
    const changed = payloadValues(
      fields.filter(({ disabled }) => !disabled),
      {
        ...Object.fromEntries(Object.entries(values).map(([name, one]) => [name, String(one)])),
        additionalData: Object.entries(values).map(([variableId, one]) => ({ variableId, value: one })),
      },
    );
    return { ...startingValues(fields, customer), ...changed };
  }

  test('give the same verdict of 10,000 random forms and values, at registration and when saving', () => {
    let refused = 0;
    fc.assert(
      fc.property(input, ({ type: customerType, definitions, values, held }) => {
        const fields = customerFormFields({ common: definitions }, customerType, 'registration');
        for (const customer of [{ type: customerType }, { ...customerWith(held), type: customerType }]) {
          const inForm = typed(fields, customer, values);
          const payload = sent(updatePayload(customer, customerType, fields, inForm));
          const ofForm = verdict(fields, inForm);
          if (ofForm.length > 0) refused += 1;
          expect(verdict(fields, payloadValues(fields, payload))).toEqual(ofForm);
        }
      }),
      { numRuns: 10_000 },
    );
    expect(refused).toBeGreaterThan(1_000);
    // Some 4 s on two cores that do nothing else.
  }, 30_000);

  test('agree on what is kept: the server that makes the payload anew of what it got makes the same', () => {
    fc.assert(
      fc.property(input, ({ type: customerType, definitions, values, held }) => {
        const fields = customerFormFields({ common: definitions }, customerType, 'update');
        const customer = customerWith(held);
        const payload = sent(updatePayload(customer, customerType, fields, typed(fields, customer, values)));
        const again = updatePayload(customer, customerType, fields, payloadValues(fields, payload));
        expect(sent(again)).toEqual(payload);
      }),
      { numRuns: 2_000 },
    );
  });
});
