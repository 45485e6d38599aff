import { BrandMark } from '#ui/brand-mark.tsx';
import { Button } from '#ui/button.tsx';

/** The way home of the canteen that the samples are of. */
export function SampleHome() {
  return (
    <a href="#start">
      <BrandMark />
      <span>Závodní jídelna Nad Řekou</span>
    </a>
  );
}

/** What stands in place of the order button of a dish that is sold out. */
export function SoldOutButton() {
  return (
    <Button tone="gone" disabled>
      Vyprodáno
    </Button>
  );
}
