import type { Pairing } from '@refectory/contract/pairing';
import type { PairingAction } from '@refectory/domain/pairing';
import { useTranslations } from 'use-intl';

import { ButtonRow } from '#ui/button-row.tsx';
import { Button, type ButtonTone } from '#ui/button.tsx';

import type { usePairingAction } from './use-pairing-action.ts';

const TONES = {
  confirm: 'primary',
  reject: 'quiet',
  delete: 'quiet',
  invalidate: 'quiet',
} as const satisfies Record<PairingAction, ButtonTone>;

/** The buttons of a pairing; while one of them is at work, those of all pairings wait. */
export function PairingButtons({
  pairing,
  actions,
  work: { ask, acting },
  size,
}: {
  readonly pairing: Pairing;
  readonly actions: readonly PairingAction[];
  readonly work: ReturnType<typeof usePairingAction>;
  readonly size?: 'small';
}) {
  const t = useTranslations('pairing');
  if (actions.length === 0) return null;
  return (
    <ButtonRow>
      {actions.map((action) => {
        const isBusy = acting?.action === action && acting.pairingToken === pairing.pairingToken;
        return (
          <Button
            key={action}
            tone={TONES[action]}
            size={size}
            busy={isBusy}
            aria-disabled={acting !== undefined}
            aria-label={t('actionOf', {
              action: t(action),
              system: pairing.loyaltySystem || t('loyaltySystem'),
            })}
            onClick={() => {
              if (!acting) void ask(action, pairing);
            }}
          >
            {t(action)}
          </Button>
        );
      })}
    </ButtonRow>
  );
}
