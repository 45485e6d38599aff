import { useEffect, useRef } from 'react';

import type { Message } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';

/** How long attempts to send may follow each other and still be told once. */
const TOAST_DELAY_MS = 500;

/** What a form tells in toasts of attempts that went wrong. */
export function useFormToasts() {
  const { toasts } = usePlatform();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (message: Message) => {
    last.current = toasts.add({ ...message, tone: 'error' });
  };
  return {
    tell,
    /** Tells that fields are wrong, once for all attempts that come in quick succession. */
    tellWrongSoon: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => tell({ messageKey: 'Toasts.formValidationFailed', isFromServer: false }),
        TOAST_DELAY_MS,
      );
    },
    /** The values are right: takes back the notification about wrong fields. */
    fieldsAreRight: () => clearTimeout(timer.current),
    /** Another attempt is sent: what was told of the one before is no longer true. */
    takeBack: () => {
      if (last.current !== undefined) toasts.dismiss(last.current);
      last.current = undefined;
    },
  };
}
