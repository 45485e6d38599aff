import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { useCustomer } from '#platform/session/use-customer.ts';
import { FormSections } from '#ui/form-sections.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { ContactForm } from './contact-form.tsx';
import { PasswordForm } from './password-form.tsx';

/** `/profile/edit`: what the customer can change, and the password. */
export default function EditProfilePage() {
  const t = useTranslations('Profile');
  const tPages = useTranslations('pages');
  const customer = useCustomer();
  return (
    <PageShell title={tPages('edit')}>
      <PageTitle page="edit" />
      <FormSections>
        <ReadState
          reads={[customer]}
          awaited={<Skeleton shape="row" count={4} label={t('loading')} />}
          failedTitle={t('loadFailed')}
        >
          {() => customer.data && <ContactForm customer={customer.data} />}
        </ReadState>
        {/* Below a form that is still on its way it would be pushed down. */}
        {!customer.isPending && <PasswordForm />}
      </FormSections>
    </PageShell>
  );
}
