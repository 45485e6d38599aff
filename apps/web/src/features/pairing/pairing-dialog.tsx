import type { PairingAction } from '@refectory/domain/pairing';
import { useTranslations } from 'use-intl';

import type { OpenDialog } from '#platform/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const TITLES = {
  confirm: 'confirmTitle',
  reject: 'rejectTitle',
  delete: 'deleteTitle',
  invalidate: 'invalidateTitle',
} as const satisfies Record<PairingAction, string>;

const TEXTS = {
  confirm: 'confirmText',
  reject: 'rejectText',
  delete: 'deleteText',
  invalidate: 'invalidateText',
} as const satisfies Record<PairingAction, string>;

/** Asks whether something is to be done with a pairing, and names both. */
export function PairingDialog({
  dialog: { props, close },
  isOpen,
}: {
  readonly dialog: Extract<OpenDialog, { type: 'pairing' }>;
  readonly isOpen: boolean;
}) {
  const t = useTranslations('pairing');
  const tDialogs = useTranslations('dialogs');
  const { action, loyaltySystem, externalSystemCustomerName } = props;
  return (
    <Dialog
      open={isOpen}
      closable
      closeLabel={tDialogs('close')}
      title={t(TITLES[action])}
      onClose={() => close(undefined)}
      footer={
        <>
          <Button tone="quiet" onClick={() => close(undefined)}>
            {tDialogs('no')}
          </Button>
          <Button tone={action === 'confirm' ? 'primary' : 'danger'} onClick={() => close(true)}>
            {tDialogs('yes')}
          </Button>
        </>
      }
    >
      <p>{t(TEXTS[action], { system: loyaltySystem ?? '', isNamed: loyaltySystem ? 'yes' : 'no' })}</p>
      {externalSystemCustomerName && <p>{externalSystemCustomerName}</p>}
    </Dialog>
  );
}
