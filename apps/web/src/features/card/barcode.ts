import type { Settings } from '@refectory/contract/settings';
import { eanDigits } from '@refectory/domain/card';
import { code128, ean13, ean8, qrcode, type DrawingContext } from 'bwip-js/generic';

/** The kinds of barcodes a card is drawn as. */
export type BarcodeType = Settings['virtualCardType'];

/** A corner of a dark shape. */
type Point = readonly [x: number, y: number];

/** A barcode with the light margin that a scanner needs around it, in its own units. */
export type Barcode = {
  readonly width: number;
  readonly height: number;
  /** What is dark, by the even-odd rule; every edge is horizontal or vertical, and every corner a whole number. */
  readonly shapes: readonly (readonly Point[])[];
};

/** The light margins that the standards of the codes ask for, in widths of the narrowest bar. */
const LINEAR_MARGIN = 11;
const QR_MARGIN = 4;

/** How wide a module of a QR code is in the library's drawing. */
const QR_MODULE = 2;

/** How high the bars are. A hand that holds a telephone over a scanner needs no more. */
const BAR_HEIGHT = 56;

/** A barcode of a code; undefined for a code that this type cannot show. */
export function barcodeOf(type: BarcodeType, code: string): Barcode | undefined {
  switch (type) {
    case 'EAN13': {
      const text = eanDigits(code);
      if (text === undefined) return undefined;
      const options = { bcid: text.length === 8 ? 'ean8' : 'ean13', text, scale: 1 };
      return (text.length === 8 ? ean8 : ean13)(options, drawing(LINEAR_MARGIN));
    }
    case 'CODE128':
      return drawnIfPossible(code, (text) =>
        code128({ bcid: 'code128', text, scale: 1 }, drawing(LINEAR_MARGIN)),
      );
    case 'QR':
      return drawnIfPossible(code, (text) =>
        qrcode({ bcid: 'qrcode', text, scale: 1 }, drawing(QR_MARGIN * QR_MODULE)),
      );
  }
}

/** What is drawn of a text; undefined where the encoder refuses it, since it is too long. */
function drawnIfPossible(text: string, draw: (text: string) => Barcode): Barcode | undefined {
  if (text === '') return undefined;
  try {
    return draw(text);
  } catch (error) {
    // So it names its refusals; anything else is a mistake of ours.
    if (error instanceof Error && error.message.startsWith('bwipp.')) return undefined;
    throw error;
  }
}

/** Collects the shapes of a code, in place of pixels. The digits are text of the page. */
function drawing(margin: number): DrawingContext<Barcode> {
  const shapes: Point[][] = [];
  let width = 0;
  let height = 0;
  const rectangle = (left: number, top: number, right: number, bottom: number) => {
    shapes.push([
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ]);
  };
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (codeWidth, codeHeight) => {
      width = codeWidth;
      height = codeHeight;
    },
    // A bar, by its middle, which is rounded up to a whole number.
    line: (x, _bottom, _x, _top, barWidth) => {
      const left = x - Math.ceil(barWidth / 2) + margin;
      rectangle(left, margin, left + barWidth, margin + BAR_HEIGHT);
      height = BAR_HEIGHT;
    },
    polygon: (points) => {
      shapes.push(points.map(([x, y]) => [x + margin, y + margin] as const));
    },
    hexagon: () => {},
    ellipse: () => {},
    fill: () => {},
    text: () => {},
    end: () => ({ width: width + 2 * margin, height: height + 2 * margin, shapes }),
  };
}
