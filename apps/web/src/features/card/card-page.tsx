import type { Customer } from '@refectory/contract/customer';
import { mayOpenCardLinks } from '@refectory/domain/access';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { useCustomer } from '#platform/session/use-customer.ts';
import { FormSections } from '#ui/form-sections.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { CardNumberForm } from './card-number-form.tsx';
import { PlasticCard } from './plastic-card.tsx';
import { VirtualCardSection } from './virtual-card-section.tsx';

/** `/profile/manage-card`: the customer's card, of plastic and on the screen. */
export default function CardPage() {
  const t = useTranslations('card');
  const tPages = useTranslations('pages');
  const customer = useCustomer();
  return (
    <PageShell title={tPages('manage-card')}>
      <PageTitle page="manage-card" />
      <ReadState
        reads={[customer]}
        awaited={<Skeleton shape="row" count={4} label={t('loading')} />}
        failedTitle={t('loadFailed')}
      >
        {() => customer.data && <Parts customer={customer.data} />}
      </ReadState>
    </PageShell>
  );
}

function Parts({ customer }: { readonly customer: Customer }) {
  const { settings } = usePlatform();
  // Both end on a link that is sent by mail.
  const mayChange = mayOpenCardLinks(settings, useIsLoggedIn());
  return (
    <FormSections>
      {settings.virtualCard && <VirtualCardSection customer={customer} />}
      <PlasticCard status={customer.cardStatus} mayRevoke={mayChange} />
      {mayChange && <CardNumberForm />}
    </FormSections>
  );
}
