import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { Form } from '#platform/forms/form.tsx';
import { newPasswordFields, newPasswordIn } from '#platform/forms/new-password-fields.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { logoutOnPage } from '#platform/session/logout.ts';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';
import { PlainPage } from '#ui/plain-page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** `/registration/{token}`: the password of the new customer. */
export default function FinishRegistrationPage() {
  const platform = usePlatform();
  const t = useTranslations('Registration');
  const tForm = useTranslations('Form');
  const tPages = useTranslations('pages');
  const { token = '' } = usePlace().params;
  const isTold = useSnapshot(({ session }) => session.capabilities?.registrationState === true);
  // A link that was used says so at once, so that nobody chooses a password in vain.
  const state = useQuery({ ...platform.query('getRegistration', { body: { token } }), enabled: isTold });
  const [isFinished, setFinished] = useState(false);

  if (state.isLoading)
    return (
      <>
        <PageTitle page="finishRegistration" />
        <Skeleton shape="row" count={3} />
      </>
    );
  if (isFinished || state.data?.isFinished)
    return (
      <>
        <PageTitle page="finishRegistration" />
        <PlainPage
          illustration={<CoveredPlate />}
          title={t('finishedTitle')}
          text={t('finishedText')}
          action={<Link to="/login">{t('signIn')}</Link>}
        />
      </>
    );
  return (
    <LoginLayout title={tPages('finishRegistration')} lead={t('finishLead')} illustration={<EmptyPlate />}>
      <PageTitle page="finishRegistration" />
      <Form
        label={tPages('finishRegistration')}
        groups={[
          {
            fields: newPasswordFields(platform.settings.passwordRules, {
              password: tForm('password'),
              repeat: tForm('passwordRepeat'),
            }),
          },
        ]}
        failedText="Registration.messageFinishFail"
        submitLabel={t('finishSubmit')}
        send={(values) =>
          act(platform, 'finishRegistration', { body: { password: newPasswordIn(values), token } })
        }
        onSent={async () => {
          setFinished(true);
          await logoutOnPage(platform);
        }}
      />
    </LoginLayout>
  );
}
