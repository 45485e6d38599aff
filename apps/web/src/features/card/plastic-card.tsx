import type { CardStatus } from '@refectory/domain/card';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';

import { act, useAction, useSubmission } from '#platform/api/action.ts';
import { describeFailure } from '#platform/api/describe-error.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { FormSection } from '#ui/form-layout.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageNote } from '#ui/page-shell.tsx';
import { PanelLinks } from '#ui/panel.tsx';
import { Tag, type TagTone } from '#ui/tag.tsx';

import { SentNote } from './sent-note.tsx';

// A blocked card is no error of this page.
const TONES = { NONE: 'plain', BLOCKED: 'plain', USED: 'leaf' } as const satisfies Record<
  CardStatus,
  TagTone
>;

/** Why a card cannot be revoked. */
const WHY_NOT = {
  NONE: 'Profile.messageCardRevocationCardStatusNone',
  BLOCKED: 'Profile.messageCardRevocationCardStatusBlocked',
  USED: undefined,
} as const satisfies Record<CardStatus, string | undefined>;

/** The card that a reader reads: whether it can be used, and what can be done with it. */
export function PlasticCard({
  status,
  mayRevoke,
}: {
  /** Undefined where the server does not tell. */
  readonly status: CardStatus | undefined;
  readonly mayRevoke: boolean;
}) {
  const { queries, toasts } = usePlatform();
  const t = useTranslations();
  const whyNotId = useId();
  const [sentFor, setSentFor] = useState<{ readonly status: CardStatus | undefined }>();
  const revocation = useRevocation(() => setSentFor({ status }));
  const unblocking = useAction('unblockCard', {
    errorsGoTo: 'toast',
    onSuccess: async () => {
      toasts.add({ messageKey: 'card.unblocked', tone: 'success' });
      await rereadChanged(queries, 'unblockCard');
    },
    // Somebody else may have unblocked it.
    onFailure: () => rereadChanged(queries, 'unblockCard'),
  });
  const whyNot = status && mayRevoke ? WHY_NOT[status] : undefined;
  return (
    <FormSection title={t('card.plastic')}>
      {status && (
        <p>
          <Tag tone={TONES[status]}>{t(`card.${status}`)}</Tag>
        </p>
      )}
      {whyNot && (
        <div id={whyNotId}>
          <PageNote icon={<Icon name="info" />}>{t(whyNot)}</PageNote>
        </div>
      )}
      <PanelLinks>
        {status === 'BLOCKED' && (
          <Button busy={unblocking.isPending} onClick={() => void unblocking.run(undefined)}>
            {t('card.unblock')}
          </Button>
        )}
        {mayRevoke && (
          <Button
            tone="quiet"
            disabled={status !== 'USED'}
            aria-describedby={whyNot && whyNotId}
            busy={revocation.isPending}
            onClick={() => {
              setSentFor(undefined);
              void revocation.ask();
            }}
          >
            {t('card.revoke')}
          </Button>
        )}
      </PanelLinks>
      {/* Of a card that was revoked meanwhile, its status tells. */}
      <SentNote>{sentFor?.status === status && sentFor && t('card.revokeStarted')}</SentNote>
    </FormSection>
  );
}

/** Asks whether to revoke the card, and for the link by which that is confirmed. */
function useRevocation(onSent: () => void) {
  const platform = usePlatform();
  const t = useTranslations('card');
  const { run, isPending } = useSubmission(() => act(platform, 'startCardRevocation', undefined), {
    errorsGoTo: 'form',
    onSuccess: async ({ token }) => {
      if (token === undefined) onSent();
      else await platform.navigation.goTo('/card-revoke/:tokenValue', { tokenValue: token });
    },
    onFailure: async (failure) => {
      const reason = describeFailure(failure);
      if (reason) platform.toasts.add({ messageKey: 'Profile.messageRevokeCardFail', reason, tone: 'error' });
      // Its status may have changed, which is what most of them fail for.
      await rereadChanged(platform.queries, 'startCardRevocation');
    },
  });
  return {
    isPending,
    ask: async () => {
      const isAgreed = await platform.dialogs.open('confirm', {
        title: t('revokeTitle'),
        text: t('revokeText'),
        act: t('revoke'),
      });
      if (isAgreed) await run();
    },
  };
}
