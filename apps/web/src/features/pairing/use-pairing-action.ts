import type { Pairing } from '@refectory/contract/pairing';
import type { PairingAction } from '@refectory/domain/pairing';
import { isWebAddress } from '@refectory/domain/web-address';
import type { MessageKey } from '@refectory/translations/messages';
import { useState } from 'react';

import { act, useSubmission } from '#platform/api/action.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import { usePlatform } from '#platform/platform.ts';

const CALLS = {
  confirm: 'confirmPairing',
  reject: 'rejectPairing',
  delete: 'deletePairing',
  invalidate: 'invalidatePairing',
} as const satisfies Record<PairingAction, string>;

/** What is said once it is done. */
export const DONE = {
  confirm: 'pairing.confirmDone',
  reject: 'pairing.rejectDone',
  delete: 'pairing.deleteDone',
  invalidate: 'pairing.invalidateDone',
} as const satisfies Record<PairingAction, MessageKey>;

/** A pairing on which something is done. */
type Acting = { readonly action: PairingAction; readonly pairingToken: string };

/** What is done with pairings, one at a time, each after a question; `onDone` tells of it. */
export function usePairingAction(onDone: (action: PairingAction) => void): {
  readonly ask: (action: PairingAction, pairing: Pairing) => Promise<void>;
  /** What is under way. */
  readonly acting: Acting | undefined;
  /** Where the other system goes on, when the browser let no tab be opened. */
  readonly blockedAddress: string | undefined;
} {
  const platform = usePlatform();
  const [acting, setActing] = useState<Acting>();
  const [blockedAddress, setBlockedAddress] = useState<string>();
  const { run } = useSubmission(
    ({ action, pairingToken }: Acting) => act(platform, CALLS[action], { body: { pairingToken } }),
    { errorsGoTo: 'toast' },
  );

  return {
    acting,
    blockedAddress,
    ask: async (action, { pairingToken, loyaltySystem, externalSystemCustomerName }) => {
      if (pairingToken === undefined) return;
      const isAgreed = await platform.dialogs.open('pairing', {
        action,
        loyaltySystem,
        externalSystemCustomerName,
      });
      if (!isAgreed) return;
      setBlockedAddress(undefined);
      setActing({ action, pairingToken });
      try {
        const answer = await run({ action, pairingToken });
        if (answer) {
          onDone(action);
          const address = answer.externalSystemConfirmationURL;
          if (action === 'confirm' && address !== undefined && isWebAddress(address)) {
            const isOpened = openTab(address);
            if (!isOpened) setBlockedAddress(address);
          }
        }
        // After a failure too: most of them mean that the status has changed.
        await rereadChanged(platform.queries, CALLS[action]);
      } finally {
        setActing(undefined);
      }
    },
  };
}

/** Opens an address in a tab without access to this page; answers whether the browser let it. */
function openTab(address: string): boolean {
  const tab = globalThis.open(address, '_blank');
  if (!tab) return false;
  tab.opener = null;
  return true;
}
