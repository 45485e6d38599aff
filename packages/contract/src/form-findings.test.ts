import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { formFindings } from './form-findings.ts';
import { Settings } from './settings.ts';

const label = { cs: 'c', en: 'e', pl: 'p', sk: 's' };

function findings(settings: object): string[] {
  return formFindings(z.parse(Settings, settings)).map(({ path, text }) => `${path.join('.')}: ${text}`);
}

test('forms without a mistake are without a finding', () => {
  const fields = [
    { id: 'firstName', label, required: true },
    { id: 'vat', label: 'DIČ', visibleIfThisEquals: { id: 'type', value: 'Company' } },
    { id: 'diet', label, type: 'select', options: [{ value: 'x', label: 'x' }] },
    { id: 'zip', label, validationRegExp: '^\\d{5}$' },
  ];
  expect(
    findings({ customerFields: { common: fields }, dataGroups: [{ title: 't', fields: ['vat'] }] }),
  ).toEqual([]);
  expect(findings({ dataGroups: [{ title: 't', fields: ['firstName'] }] })).toEqual([]);
});

test('what does not work as it is meant is said at its place, and what the forms do about it', () => {
  const form = { registration: [], show: [], update: [] };
  const customerFields = {
    common: [
      { id: 'a', label: { cs: 'c', en: 'e' }, type: 'slider' },
      { id: 'zip', label, validationRegExp: '(?=x)' },
    ],
    person: {
      ...form,
      update: [
        { id: 'a', label },
        { id: 'b', label, visibleIfFilled: 'c' },
        { id: 'c', label, visibleIfThisEquals: { id: 'b', value: 'x' } },
        { id: 'd', label, type: 'radio', visibleIfThisOneOf: { id: 'gone', values: ['x'] } },
      ],
    },
  };
  const circle = 'whether the field is shown depends on itself, so it is always shown';
  expect(findings({ customerFields, dataGroups: [{ title: 't', fields: ['a', 'zap'] }] })).toEqual([
    'customerFields.common.0.type: there is no type "slider": the field is a text',
    'customerFields.common.0.label: the label is missing in pl, sk',
    'customerFields.common.1.validationRegExp: the pattern is ignored, since it looks ahead or behind, as in (?=…)',
    'customerFields.person.update.0.id: there is another field "a" before it, and this one is left out',
    `customerFields.person.update.1.visibleIfFilled: ${circle}`,
    `customerFields.person.update.2.visibleIfThisEquals: ${circle}`,
    'customerFields.person.update.3.options: there is nothing to choose',
    'customerFields.person.update.3.visibleIfThisOneOf: there is no field "gone" in the same form',
    'dataGroups.0.fields.1: there is no field "zap"',
  ]);
});
