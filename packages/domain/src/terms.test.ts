import { expect, test } from 'vitest';

import { areTermsKnown } from './terms.ts';

test.each([
  ['there are no terms', {}, undefined, true],
  ['nothing was accepted yet', { termsHash: 'h', termsVersion: 1 }, undefined, false],
  ['the device remembers this version', { termsHash: 'h', termsVersion: 2 }, '2', true],
  ['the device remembers an older one', { termsHash: 'h', termsVersion: 2 }, '1', false],
  [
    'the server knows of this one',
    { termsHash: 'h', termsVersion: 2, acceptedVersion: '2' },
    undefined,
    true,
  ],
  ['the server knows of an older one', { termsHash: 'h', termsVersion: 2, acceptedVersion: 1 }, '2', false],
  ['terms without a hash were shown', { termsVersion: 2, acceptedVersion: 1 }, '2', true],
  ['terms without a hash are new', { termsVersion: 2, acceptedVersion: 1 }, '1', false],
])('TERMS-02 when %s, terms are known: %j, %s, %s', (_, terms, remembered, isKnown) => {
  expect(areTermsKnown(terms, remembered)).toBe(isKnown);
});
