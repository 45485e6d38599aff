import { BarcodePicture, type BarcodeShapes } from '#ui/barcode-picture.tsx';
import { CardBar } from '#ui/card-bar.tsx';
import { CardPrompt } from '#ui/card-prompt.tsx';
import { PrintedCard, VirtualCard } from '#ui/virtual-card.tsx';

/** Bars that no scanner knows. */
const bars: BarcodeShapes = {
  width: 120,
  height: 80,
  shapes: [11, 14, 20, 23, 29, 36, 41, 44, 52, 57, 63, 70, 75, 81, 84, 92, 97, 104, 107].map(
    (left, index) => {
      const right = left + 1 + (index % 3);
      return [
        [left, 11],
        [right, 11],
        [right, 69],
        [left, 69],
      ];
    },
  ),
};

const face = {
  issuer: 'Refectory',
  holder: 'Jana Nováková',
  picture: <BarcodePicture barcode={bars} label="Čárový kód vaší virtuální karty" />,
  isSquare: false,
  code: '2123456789012',
};

/** A card to be held over a reader; printing this page gives it on paper too. */
export function CardSamples() {
  return (
    <>
      <VirtualCard {...face} />
      <PrintedCard {...face} />
      <CardPrompt mood="ready" text="Přiložte kartu ke čtečce." />
      <CardPrompt mood="busy" text="Přihlašujeme vás" />
      <CardPrompt mood="quiet" text="Čtečka karet není dostupná." hint="Za pár sekund to zkusíme znovu." />
      <CardBar text="Přiložte kartu ke čtečce." isBusy={false} />
    </>
  );
}
