import { languages } from '@refectory/domain/texts';
import { expect, test } from 'vitest';

import { lateAreas } from './late-areas.ts';

/** The texts of the specification, letter by letter. */
const generic = {
  messageRequired: 'is required',
  messageNumber: 'is not a number',
  messagePositiveInteger: 'is not a positive integer',
  messageNotZero: "can't be zero",
  messageDate: 'is not a date',
  messagePastDate: 'is not a past date',
  messageMaxLength: 'exceeded maximum length',
  messageMinLength: 'is not long enough',
  messageRegexp: 'does not match the pattern',
  messageChecked: 'must be checked',
  messagePhone: 'Invalid phone number',
  messageUnsupportedCharacters: 'Input field contains unsupported characters',
};

/** The keys of the specification. */
const keys = [
  'messageField',
  'messageEmail',
  'messageNumber',
  'messageRegexp',
  'messageRequired',
  'messagePasswords',
  'messageEquals',
  'messageAtLeastMinLength',
  'messageAtLeastOneLowercase',
  'messageAtLeastOneUppercase',
  'messageAtLeastOneDigit',
  'messageAtLeastOneSpecial',
  'messageUnsupportedCharacters',
] as const;

test.each(languages)(
  'FORM-29, part of FORM-48: %s has a text of its own for every key of the specification',
  async (language) => {
    const [texts, english] = await Promise.all([lateAreas.Form(language), lateAreas.Form('en')]);
    for (const key of keys) expect(texts[key], key).toMatch(/\S/);
    if (language === 'en') expect(texts).toMatchObject(generic);
    else
      for (const key of Object.keys(generic) as (keyof typeof generic)[])
        expect(texts[key]).not.toBe(english[key]);
  },
);
