import type { Pairing } from '@refectory/contract/pairing';
import { failureOf } from '@refectory/contract/errors';
import type { PairingAction } from '@refectory/domain/pairing';
import type { MessageKey } from '@refectory/translations/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { saysNothing } from '#platform/api/says-nothing.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { AccountFacts } from '#ui/account-facts.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { OtherSystemLink } from './other-system-link.tsx';
import { PairingButtons } from './pairing-buttons.tsx';
import { DONE, usePairingAction } from './use-pairing-action.ts';

/** `/pairing/{token}`: a request to pair the account, from a link. */
export default function PairingRequestPage() {
  const { token = '' } = usePlace().params;
  return <PairingRequest key={token} token={token} />;
}

function PairingRequest({ token }: { readonly token: string }) {
  const t = useTranslations();
  const request = usePairingRequest(token);
  const [done, setDone] = useState<PairingAction>();
  const work = usePairingAction(setDone);
  return (
    <PageShell title={t('pages.pairing')} width="narrow">
      <PageTitle page="pairing" />
      <OtherSystemLink address={work.blockedAddress} />
      {done ? (
        <Outcome tone="info" title={t(DONE[done])} />
      ) : (
        <ReadState
          reads={[request]}
          awaited={<Skeleton shape="row" count={2} label={t('pairing.loading')} />}
          failedTitle={t('pairing.loadingFailed')}
        >
          {() =>
            request.data?.pairingStatus === 'pending' ? (
              <Request pairing={{ ...request.data, pairingToken: token }} work={work} />
            ) : (
              <Outcome
                tone="failed"
                title={t(request.data ? DECIDED[request.data.pairingStatus] : 'pairing.nothingToConfirm')}
              />
            )
          }
        </ReadState>
      )}
    </PageShell>
  );
}

/**
 * The request of a token; null where the server knows none, which is no failure of the page. A server that fails, or cannot
 * be understood, says nothing of the request.
 */
function usePairingRequest(token: string) {
  const { call } = usePlatform();
  const input = { query: { pairingToken: token } };
  return useQuery({
    queryKey: ['getPairing', input],
    queryFn: async ({ signal }): Promise<Pairing | null> => {
      try {
        const { pairingStatus, ...request } = await call('getPairing', input, { signal });
        return pairingStatus === undefined ? null : { ...request, pairingStatus };
      } catch (error) {
        const failure = failureOf(error);
        if (failure?.kind === 'refused' && !saysNothing(failure)) return null;
        throw error;
      }
    },
  });
}

function Request({
  pairing,
  work,
}: {
  readonly pairing: Pairing;
  readonly work: ReturnType<typeof usePairingAction>;
}) {
  const t = useTranslations('pairing');
  const { date } = useFormats();
  const facts = [
    { label: t('loyaltySystem'), value: pairing.loyaltySystem },
    { label: t('customerName'), value: pairing.externalSystemCustomerName },
    { label: t('note'), value: pairing.pairingNote },
    {
      label: t('answerBy'),
      value: pairing.requestValidTillDT && date('d. M. yyyy HH:mm', pairing.requestValidTillDT),
    },
  ].filter((fact): fact is { label: string; value: string } => Boolean(fact.value));
  return (
    <>
      <p>{t('requestLead')}</p>
      <AccountFacts facts={facts} />
      <PairingButtons pairing={pairing} actions={['confirm', 'reject']} work={work} />
    </>
  );
}

/** What a request that is decided says. */
const DECIDED = {
  valid: 'pairing.alreadyConfirmed',
  invalid: 'pairing.isInvalid',
  missed: 'pairing.wasMissed',
  rejected: 'pairing.wasRejected',
} as const satisfies Partial<Record<Pairing['pairingStatus'], MessageKey>>;

/** Why there is nothing to decide, and the way to all pairings. */
function Outcome({ title, tone }: { readonly title: string; readonly tone: 'info' | 'failed' }) {
  const t = useTranslations('pairing');
  return (
    <Notice
      tone={tone}
      illustration={<EmptyPlate />}
      title={title}
      action={
        <Link to="/profile/:page?" params={{ page: 'pairing' }}>
          {t('toList')}
        </Link>
      }
    />
  );
}
