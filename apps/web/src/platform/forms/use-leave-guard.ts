import { useEffectEvent, useLayoutEffect } from 'react';

import { usePlatform } from '#platform/platform.ts';

/** Asks before the person leaves a page with unsaved values. After a logout it does not ask: the values have to go. */
export function useLeaveGuard(isDirty: () => boolean, isOn: boolean): void {
  const { navigation, dialogs, snapshot } = usePlatform();
  const isNeeded = useEffectEvent(
    (customerId: string | undefined) => isDirty() && snapshot.getState().session.customerId === customerId,
  );
  // Gone together with its form: an effect after the drawing ends late on a busy device, and would ask about a form that was sent.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const { customerId } = snapshot.getState().session;
    // Whoever said that they leave is not asked again while the next page is still on its way.
    let isLeft = false;
    return navigation.block({
      isNeeded: () => !isLeft && isNeeded(customerId),
      mayLeave: async () => {
        isLeft = (await dialogs.open('confirm-leave', {})) === true;
        return isLeft;
      },
    });
  }, [isOn, navigation, snapshot, dialogs]);
}
