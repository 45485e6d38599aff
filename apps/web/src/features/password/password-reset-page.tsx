import type { RefusalCode } from '@refectory/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { Form } from '#platform/forms/form.tsx';
import { newPasswordFieldOf, newPasswordFields, newPasswordIn } from '#platform/forms/new-password-fields.ts';
import { useIsLoggedIn, usePlatform, useSnapshot } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { logoutOnPage } from '#platform/session/logout.ts';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** How long the page says that the password is changed before it goes to the start, in ms. */
const SUCCESS_MS = 2000;

/** `/password-reset/{token}`: another password, by the key of the e-mailed link. */
export default function PasswordResetPage() {
  const { token = '' } = usePlace().params;
  // Another link is another password.
  return <Reset key={token} token={token} />;
}

function Reset({ token }: { readonly token: string }) {
  const platform = usePlatform();
  const t = useTranslations('PasswordReset');
  const tForm = useTranslations('Form');
  const tShell = useTranslations('shell');
  const tPages = useTranslations('pages');
  const isLoggedIn = useIsLoggedIn();
  const isTold = useSnapshot(({ session }) => session.capabilities?.passwordResetState === true);
  const asked = platform.query('getPasswordReset', { body: { resetKey: token } });
  const [isReset, setReset] = useState(false);
  // A link that is of no use says so at once, so that nobody chooses a password in vain. Once is enough: whoever sends
  // the password is told, too.
  const state = useQuery({
    ...asked,
    enabled: isTold && !isReset,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });

  const wayOut = platform.settings.allowPasswordRecovery ? (
    <Link to="/forgotten-password">{t('newLink')}</Link>
  ) : isLoggedIn ? (
    <Link to="/">{tShell('toStart')}</Link>
  ) : (
    <Link to="/login">{tShell('login')}</Link>
  );
  if (isReset) return <PasswordIsReset />;
  if (state.data?.refusal !== undefined)
    return (
      <>
        <PageTitle page="passwordReset" />
        <PlainPage
          illustration={<BrokenPlate />}
          title={t('voidTitle')}
          text={t('voidText')}
          action={wayOut}
        />
      </>
    );
  return (
    <LoginLayout
      title={tPages('passwordReset')}
      lead={t('lead')}
      links={wayOut}
      illustration={<EmptyPlate />}
    >
      <PageTitle page="passwordReset" />
      <Form
        label={tPages('passwordReset')}
        groups={[
          {
            fields: newPasswordFields(platform.settings.passwordRules, {
              password: tForm('passwordNew'),
              repeat: tForm('passwordRepeat'),
            }),
          },
        ]}
        fieldOf={newPasswordFieldOf}
        failedText="PasswordReset.messageResetFail"
        submitLabel={t('submit')}
        send={(values) =>
          act(platform, 'resetPassword', {
            body: { passwordNew: newPasswordIn(values), resetKey: token },
          })
        }
        onSent={async () => {
          setReset(true);
          await logoutOnPage(platform);
          // The way back to the link shows no form. The logout empties the memory, so this comes after it.
          platform.queries.setQueryData(asked.queryKey, {
            refusal: 'resetLinkInvalid' satisfies RefusalCode,
          });
        }}
      />
    </LoginLayout>
  );
}

/** Says so and goes to the start page after a while, unless the person has already gone elsewhere. */
function PasswordIsReset() {
  const { navigation } = usePlatform();
  const t = useTranslations('PasswordReset');
  const tShell = useTranslations('shell');
  useEffect(() => {
    const timer = setTimeout(() => void navigation.goTo('/'), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [navigation]);
  return (
    <>
      <PageTitle page="passwordReset" />
      <PlainPage
        illustration={<CoveredPlate />}
        title={t('messageResetSuccess')}
        text={t('successText')}
        action={<Link to="/login">{tShell('login')}</Link>}
      />
    </>
  );
}
