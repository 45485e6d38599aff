import { useEffect, useEffectEvent } from 'react';

import { usePlatform } from '#platform/platform.ts';

/** Asks before a page with unsaved values is left, unless whoever typed them is gone: they have to go with them. */
export function useLeaveGuard(isDirty: () => boolean, isOn: boolean): void {
  const { navigation, dialogs, snapshot } = usePlatform();
  const mayLeave = useEffectEvent(async (customerId: string | undefined) => {
    if (!isDirty() || snapshot.getState().session.customerId !== customerId) return true;
    return (await dialogs.open('confirm-leave', {})) === true;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const { customerId } = snapshot.getState().session;
    return navigation.block(() => mayLeave(customerId));
  }, [isOn, navigation, snapshot]);
}
