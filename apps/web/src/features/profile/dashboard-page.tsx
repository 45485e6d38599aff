import { displayName } from '@refectory/domain/customer';
import { useTranslations } from 'use-intl';

import { useFirstAnswers } from '#platform/api/use-first-answers.ts';
import { usePlatform } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { useCustomer } from '#platform/session/use-customer.ts';
import { PageShell } from '#ui/page-shell.tsx';
import { Panel, PanelGrid, PanelLinks } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { AccountPanel } from './account-panel.tsx';
import { EndingVouchers, PairingRequests } from './ending-panels.tsx';
import { NextMeals } from './next-meals.tsx';
import { OwnData } from './own-data.tsx';
import { ProfilePageLink } from './profile-page-link.tsx';
import { SpendingPanel } from './spending-panel.tsx';
import { useProfilePages } from './use-profile-pages.ts';

/** `/profile/dashboard`: the account at a glance. */
export default function DashboardPage() {
  const platform = usePlatform();
  const t = useTranslations('account');
  const tShell = useTranslations('shell');
  const customer = useCustomer();
  const { pages } = useProfilePages();
  const isThere = useFirstAnswers();
  const others = pages.filter((page) => page !== 'dashboard');
  return (
    <PageShell title={(customer.data && displayName(customer.data)) ?? tShell('myProfile')}>
      <PageTitle page="dashboard" />
      <PanelGrid
        awaited={isThere ? undefined : <Skeleton shape="row" count={3} label={t('accountLoading')} />}
      >
        <AccountPanel pages={pages} />
        {mayUseOffer(platform) && <NextMeals />}
        {pages.includes('consumption') && <SpendingPanel />}
        {pages.includes('vouchers') && <EndingVouchers />}
        {pages.includes('pairing') && <PairingRequests />}
        {others.length > 0 && (
          <Panel title={t('more')}>
            <PanelLinks>
              {others.map((page) => (
                <ProfilePageLink key={page} page={page} />
              ))}
            </PanelLinks>
          </Panel>
        )}
        <OwnData />
      </PanelGrid>
    </PageShell>
  );
}
