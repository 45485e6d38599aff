import { CardReader } from '#features/card-reader/card-reader.tsx';
import { GuestOfKiosk } from '#features/session/guest-of-kiosk.tsx';
import { usePlatform } from '#platform/platform.ts';

/** What runs beside every page while nobody is signed in: the card reader, and on a kiosk the idle timer of guests. */
export function SignedOut() {
  const { allowCardLogin, kiosk } = usePlatform().settings;
  return (
    <>
      {allowCardLogin && <CardReader />}
      {kiosk && <GuestOfKiosk />}
    </>
  );
}
