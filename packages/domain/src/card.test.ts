import { describe, expect, test } from 'vitest';

import {
  cardNumberErrors,
  cardStatus,
  checkDigit,
  eanDigits,
  isCardCode,
  normalCardNumber,
  VIRTUAL_CARD_CODES,
  virtualCardCode,
} from './card.ts';

describe('the code of a card', () => {
  test.each(['96385074', '036000291452', '4006381333931'])('CARD-20 %s is accepted', (code) => {
    expect(isCardCode(code)).toBe(true);
  });

  // Of a wrong length the check digit is right.
  test.each([
    ['9 digits', '963850742'],
    ['10 digits', '9638507400'],
    ['11 digits', '96385074002'],
    ['7 digits', '9638501'],
    ['14 digits', '40063813339314'],
    ['a letter', '9638507A'],
    ['nothing', ''],
    ['white space', ' 96385074'],
    ['digits of another script', '٩٦٣٨٥٠٧٤'],
  ])('CARD-20 %s is refused', (_, code) => {
    expect(isCardCode(code)).toBe(false);
  });

  test('CARD-20 any other last digit is refused', () => {
    for (const code of ['96385074', '036000291452', '4006381333931'])
      for (let digit = 0; digit < 10; digit += 1) {
        const changed = code.slice(0, -1) + String(digit);
        expect(isCardCode(changed)).toBe(changed === code);
      }
  });

  test('a single wrong digit is always found', () => {
    const code = '4006381333931';
    for (let place = 0; place < code.length; place += 1)
      for (let digit = 0; digit < 10; digit += 1) {
        const changed = code.slice(0, place) + String(digit) + code.slice(place + 1);
        expect(isCardCode(changed)).toBe(changed === code);
      }
  });

  test.each([
    ['96385074', '96385074'],
    ['036000291452', '0036000291452'],
    ['4006381333931', '4006381333931'],
    ['1234', undefined],
  ])('an EAN barcode of %s is drawn of %s', (code, digits) => {
    expect(eanDigits(code)).toBe(digits);
  });
});

test('a virtual card has a code that every kind of barcode can be drawn of', () => {
  for (const number of [0, 1, 42, 12_345_678_901, VIRTUAL_CARD_CODES - 1]) {
    const code = virtualCardCode(number);
    expect(code).toMatch(/^2\d{12}$/);
    expect(isCardCode(code)).toBe(true);
  }
  expect(checkDigit('200000000000')).toBe('8');
});

test.each([
  ['04:a1:b2:c3', '04A1B2C3'],
  [' 1234 5670 ', '12345670'],
  ['12-34-56', '123456'],
  ['  ', ''],
])('%j is the card %j', (typed, number) => {
  expect(normalCardNumber(typed)).toBe(number);
});

test.each([
  ['04:a1:b2:c3', false, []],
  [' - : ', false, ['cardNumber']],
  ['04:a1:b2:c3', true, ['cardNumber']],
  ['1234 5670', true, []],
  ['12345671', true, ['cardNumber']],
])('%j as a new number, checked: %s', (typed, isChecked, errors) => {
  expect(cardNumberErrors(typed, isChecked)).toEqual(errors);
});

test.each([
  [true, 'BLOCKED'],
  [false, 'USED'],
  [null, 'NONE'],
  [undefined, 'NONE'],
] as const)('a card of which it is said that it is blocked: %s, has the status %s', (isBlocked, status) => {
  expect(cardStatus(isBlocked)).toBe(status);
});
