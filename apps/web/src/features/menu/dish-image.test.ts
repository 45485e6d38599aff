import { expect, test } from 'vitest';

import { sizedImage } from './dish-image.ts';

const box = { width: 300, height: 200 };

test.each([
  ['/a.jpg', box, 1, '/a.jpg?width=300&height=200'],
  ['/a.jpg', box, 2.625, '/a.jpg?width=788&height=525'],
  ['/a.jpg?v=1', box, 1, '/a.jpg?v=1&width=300&height=200'],
  ['https://pictures.example/a.jpg#top', box, 1, 'https://pictures.example/a.jpg?width=300&height=200#top'],
  ['/a.jpg', { width: 300, height: 0 }, 1, '/a.jpg?width=300'],
  ['data:image/png;base64,AA', box, 1, 'data:image/png;base64,AA'],
])(
  'OFFER-25 the address of %s at %j and %s pixels is that of this size',
  (address, size, ratio, expected) => {
    expect(sizedImage(address, size, ratio)).toBe(expected);
  },
);

test.each([[undefined], [{ width: 0, height: 0 }]])(
  'OFFER-25 LIMIT-22 without a known size, %j, a height of 470 is asked for',
  (size) => {
    expect(sizedImage('/a.jpg', size, 2)).toBe('/a.jpg?height=470');
  },
);
