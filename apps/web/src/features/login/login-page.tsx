import { Link, useRouter } from '@tanstack/react-router';
import { ApiError, type Failure } from '@refectory/contract/errors';
import { featuresWithoutParameters } from '@refectory/contract/features';
import { useId, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';

import { describeFailure, type ErrorWords } from '#platform/api/describe-error.ts';
import { usePlatform } from '#platform/platform.ts';
import { ownPath } from '#platform/routing/own-path.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { login } from '#platform/session/login.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';
import { PasswordField } from '#ui/password-field.tsx';

/** `/login`: by card and by password, as far as each is allowed. // spec §2 */
export default function LoginPage() {
  const { settings } = usePlatform();
  const t = useTranslations('login');
  const { allowPasswordLogin, allowCardLogin, allowRegistration, allowPasswordRecovery } = settings;
  const isCardLoginBroken = featuresWithoutParameters(settings).some(
    ({ feature }) => feature === 'allowCardLogin',
  );
  return (
    <LoginLayout
      title={t('heading')}
      lead={t('intro')}
      illustration={<EmptyPlate />}
      links={
        (allowRegistration || allowPasswordRecovery) && (
          <nav aria-label={t('help')}>
            {allowRegistration && <Link to="/registration">{t('registrationLink')}</Link>}
            {allowPasswordRecovery && <Link to="/forgotten-password">{t('forgottenLink')}</Link>}
          </nav>
        )
      }
    >
      <PageTitle page="login" />
      {allowCardLogin && (
        <section aria-label={t('cardSection')}>
          <p>{isCardLoginBroken ? t('invalidParameters') : t('cardNotHereYet')}</p>
        </section>
      )}
      {allowPasswordLogin && <PasswordLogin />}
      {!allowCardLogin && !allowPasswordLogin && <p>{t('notAvailable')}</p>}
    </LoginLayout>
  );
}

/** What a failed login says: the server's text, else the credentials' or the general one (OQ-52). */
function loginWords(failure: Failure): ErrorWords {
  if ('message' in failure && failure.message) return { messageKey: failure.message, isFromServer: true };
  if (failure.kind === 'unauthorized') return { messageKey: 'login.wrongCredentials', isFromServer: false };
  if (failure.kind === 'refused') return { messageKey: 'login.failed', isFromServer: false };
  return describeFailure(failure) ?? { messageKey: 'login.failed', isFromServer: false };
}

function PasswordLogin() {
  const platform = usePlatform();
  const router = useRouter();
  const t = useTranslations();
  const headingId = useId();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setFailure(undefined);
    try {
      await login(platform, userName, password);
      const wanted = ownPath(platform.snapshot.getState().wantedPath);
      platform.snapshot.setState({ wantedPath: undefined });
      await router.navigate({ href: wanted ?? '/', replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setPassword('');
      setFailure(error.failure);
      platform.toasts.add({ ...loginWords(error.failure), tone: 'error' });
    } finally {
      setPending(false);
    }
  };

  const words = failure && loginWords(failure);
  const text =
    words && (words.isFromServer ? words.messageKey : t(words.messageKey as Parameters<typeof t>[0]));
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('login.passwordSection')}</h2>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('login.userName')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={userName}
          onChange={(event) => setUserName(event.target.value)}
        />
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          showLabel={t('login.showPassword')}
          hideLabel={t('login.hidePassword')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={text}
        />
        <Button type="submit" wide busy={isPending}>
          {t('login.submit')}
        </Button>
      </form>
    </section>
  );
}
