import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { Form } from '#platform/forms/form.tsx';
import { usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { forgetAddress, keptAddress } from '#platform/session/typed-address.ts';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

const fields = [{ id: 'email', type: 'email', required: true, autoComplete: 'username' }];

/** `/forgotten-password`: where a link to set another password is sent. */
export default function ForgottenPasswordPage() {
  const platform = usePlatform();
  const t = useTranslations('ForgottenPassword');
  const tPages = useTranslations('pages');
  // Whoever comes from the sign-in has typed it already.
  const [email] = useState(() => keptAddress(platform));
  useEffect(() => () => forgetAddress(platform), [platform]);
  const [sentTo, setSentTo] = useState<string>();

  if (sentTo !== undefined)
    return (
      <>
        <PageTitle page="forgottenPassword" />
        <PlainPage
          illustration={<CoveredPlate />}
          title={t('sentTitle')}
          text={t('sentText', { email: sentTo })}
          action={<Link to="/login">{t('toLogin')}</Link>}
        />
      </>
    );
  return (
    <LoginLayout
      title={tPages('forgottenPassword')}
      lead={t('lead')}
      illustration={<EmptyPlate />}
      links={<Link to="/login">{t('toLogin')}</Link>}
    >
      <PageTitle page="forgottenPassword" />
      <Form
        label={tPages('forgottenPassword')}
        groups={[{ fields }]}
        start={email === undefined ? {} : { email }}
        failedText="ForgottenPassword.messageRequestFail"
        submitLabel={t('submit')}
        send={async (values) => {
          const address = String(values['email']);
          await act(platform, 'requestPasswordReset', { body: { email: address } });
          return address;
        }}
        onSent={setSentTo}
      />
    </LoginLayout>
  );
}
