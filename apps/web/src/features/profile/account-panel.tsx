import { showsBalance } from '@refectory/domain/balance';
import type { ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import * as z from 'zod/mini';

import { ReadState } from '#platform/api/read-state.tsx';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { BegunTopUpNote } from '#platform/payments/begun-top-up-note.tsx';
import { usePlatform } from '#platform/platform.ts';
import { AccountFacts, type AccountFact } from '#ui/account-facts.tsx';
import { NextStep } from '#ui/next-step.tsx';
import { Figure, Panel, PanelLinks } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { ProfilePageLink } from './profile-page-link.tsx';

/** The balances that the settings allow, and what the canteen tells of the customer; nothing where there is neither. */
export function AccountPanel({ pages }: { pages: readonly ProfilePage[] }) {
  const { query, settings } = usePlatform();
  const t = useTranslations('account');
  const tShell = useTranslations('shell');
  const formats = useFormats();
  const isBalanceAllowed = settings.showAccountBalance !== 0;
  const balance = useQuery({ ...query('getBalance', undefined), enabled: isBalanceAllowed });
  const bonus = useQuery({ ...query('getBonusBalance', undefined), enabled: settings.showBonusBalance });
  const custom = useQuery({ ...query('listCustomData', undefined), enabled: settings.showCustomData });
  const reads = [
    isBalanceAllowed && balance,
    settings.showBonusBalance && bonus,
    settings.showCustomData && custom,
  ].filter((read) => read !== false);
  if (reads.length === 0) return null;

  const amount = balance.data?.balance;
  const mayTopUp = pages.includes('top-up');
  const { bonusBalance, bonusBalanceCurrency = '' } = bonus.data ?? {};
  const facts = [
    ...(showsBalance(1, bonusBalance)
      ? [{ label: tShell('bonusBalance'), value: formats.amountIn(bonusBalanceCurrency, bonusBalance) }]
      : []),
    ...rowsOfPlugin(balance.data?.pluginData),
    ...(custom.data?.customData ?? []).map(({ label, value }) => ({ label, value: String(value) })),
  ];
  const isShown = showsBalance(settings.showAccountBalance, amount);
  // Where nothing may come of what is still being read, the panel is not drawn before it is known.
  const hasFailed = reads.some(({ isLoadingError }) => isLoadingError);
  const isSure = mayTopUp || isShown || facts.length > 0 || settings.showAccountBalance === 2;
  if (!hasFailed && !isSure) return null;
  return (
    <Panel title={tShell('balance')}>
      <ReadState
        reads={reads}
        awaited={<Skeleton shape="title" label={t('accountLoading')} />}
        failedTitle={t('accountFailed')}
      >
        {() => (
          <>
            {isShown && <Figure>{formats.amount(amount)}</Figure>}
            <BegunTopUpNote />
            {facts.length > 0 && <AccountFacts facts={facts} />}
            {mayTopUp && (
              <PanelLinks>
                <NextStep>
                  <ProfilePageLink page="top-up" />
                </NextStep>
              </PanelLinks>
            )}
          </>
        )}
      </ReadState>
    </Panel>
  );
}

/** What the canteen adds to the balance, where it is rows of a label and a value. */
function rowsOfPlugin(pluginData: unknown): readonly AccountFact[] {
  const rows = z.array(z.object({ label: z.string(), value: z.union([z.string(), z.number()]) }));
  const read = rows.safeParse(pluginData);
  return read.success ? read.data.map(({ label, value }) => ({ label, value: String(value) })) : [];
}
