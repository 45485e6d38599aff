import { VIRTUAL_CARD_CODES, virtualCardCode } from '@refectory/domain/card';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { prepareReaderFromFile } from '../../../test/read-barcode-file.ts';
import { pixelsOf, readPicture } from '../../../test/read-barcode.ts';

import { barcodeOf, type BarcodeType } from './barcode.ts';

beforeAll(prepareReaderFromFile);

/** What a scanner reads of a code that is drawn. */
async function scanned(type: BarcodeType, code: string) {
  const barcode = barcodeOf(type, code);
  return barcode && readPicture(pixelsOf(barcode));
}

describe('part of CARD-19: a scanner reads what was drawn', () => {
  test.each([
    ['EAN13', '4006381333931', 'EAN13', '4006381333931'],
    ['EAN13', '96385074', 'EAN8', '96385074'],
    ['EAN13', '036000291452', 'EAN13', '0036000291452'],
    ['CODE128', '4006381333931', 'Code128', '4006381333931'],
    ['CODE128', '1234', 'Code128', '1234'],
    ['CODE128', 'Jana-7', 'Code128', 'Jana-7'],
    ['QR', '4006381333931', 'QRCode', '4006381333931'],
    ['QR', '1234', 'QRCode', '1234'],
    ['QR', 'Příliš žluťoučký kůň', 'QRCode', 'Příliš žluťoučký kůň'],
    ['QR', '^FNC1', 'QRCode', '^FNC1'],
  ] as const)('%s of %s', async (type, code, kind, text) => {
    expect(await scanned(type, code)).toEqual([{ kind, text }]);
  });

  test.each(['EAN13', 'CODE128', 'QR'] as const)('%s of random codes of virtual cards', async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(VIRTUAL_CARD_CODES - 1), async (number) => {
        const code = virtualCardCode(number);
        expect(await scanned(type, code)).toMatchObject([{ text: code }]);
      }),
      { numRuns: 30 },
    );
  });
});

test.each([
  ['EAN13', '1234'],
  ['EAN13', '4006381333932'],
  ['EAN13', ''],
  ['CODE128', ''],
  ['CODE128', '1'.repeat(5000)],
  ['QR', ''],
  ['QR', '1'.repeat(8000)],
] as const)('%s of %s cannot be drawn', (type, code) => {
  expect(barcodeOf(type, code)).toBeUndefined();
});

test('LIMIT-21 of codes with 7 to 14 digits only those with 8, 12 or 13 are drawn as EAN', () => {
  // Any last digit: one of ten is right.
  const drawn = (length: number) =>
    Array.from({ length: 10 }, (_, last) => `${'2'.repeat(length - 1)}${last}`).some(
      (code) => barcodeOf('EAN13', code) !== undefined,
    );
  expect([7, 8, 9, 10, 11, 12, 13, 14].filter(drawn)).toEqual([8, 12, 13]);
});

test('every code has the light margin that its kind needs', () => {
  for (const [type, margin] of [
    ['EAN13', 11],
    ['CODE128', 11],
    ['QR', 8],
  ] as const) {
    const { width, height, shapes } = barcodeOf(type, '4006381333931') ?? { width: 0, height: 0, shapes: [] };
    const corners = shapes.flat();
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    expect(Math.min(...xs)).toBe(margin);
    expect(width - Math.max(...xs)).toBeGreaterThanOrEqual(margin);
    expect(Math.min(...ys)).toBe(margin);
    expect(height - Math.max(...ys)).toBe(margin);
  }
});
