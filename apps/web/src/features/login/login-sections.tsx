import { featuresWithoutParameters } from '@refectory/contract/features';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';

import { useSubmission } from '#platform/api/action.ts';
import { describeLoginFailure } from '#platform/api/describe-error.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';
import { login } from '#platform/session/login.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { ErrorText } from '#ui/field-frame.tsx';
import { Field } from '#ui/field.tsx';
import { FormSections } from '#ui/form-sections.tsx';
import { PasswordField } from '#ui/password-field.tsx';

type LoginProps = {
  /** What follows a login, which is under way as long as it is. */
  readonly onLoggedIn: () => void | Promise<void>;
};

/** The ways to log in that the configuration allows. // spec §2, login */
export function LoginSections({ onLoggedIn }: LoginProps) {
  const { settings } = usePlatform();
  const t = useTranslations('login');
  const { allowPasswordLogin, allowCardLogin } = settings;
  const isCardLoginBroken = featuresWithoutParameters(settings).some(
    ({ feature }) => feature === 'allowCardLogin',
  );
  return (
    <FormSections>
      {allowCardLogin && (
        <section aria-label={t('cardSection')}>
          <p>{isCardLoginBroken ? t('invalidParameters') : t('cardNotHereYet')}</p>
        </section>
      )}
      {allowPasswordLogin && <PasswordLogin onLoggedIn={onLoggedIn} />}
      {!allowCardLogin && !allowPasswordLogin && <p>{t('notAvailable')}</p>}
    </FormSections>
  );
}

function PasswordLogin({ onLoggedIn }: LoginProps) {
  const platform = usePlatform();
  const t = useTranslations();
  const textOf = useMessageText();
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [keepLogged, setKeepLogged] = useState(false);
  const [isEmptyTold, setEmptyTold] = useState(false);
  const focus = (name: 'username' | 'password') =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const signIn = useSubmission(() => login(platform, { userName, password, keepLogged }), {
    errorsGoTo: 'form',
    onSuccess: onLoggedIn,
    onFailure: (failure) => {
      // Refused credentials are told in the form alone, which is where they are mended.
      if (failure.kind !== 'unauthorized') {
        platform.toasts.add({ ...describeLoginFailure(failure), tone: 'error' });
        return;
      }
      // After any other failure the same password may be right.
      setPassword('');
      focus('password');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signIn.isPending) return;
    const isOneEmpty = userName === '' || password === '';
    setEmptyTold(isOneEmpty);
    if (isOneEmpty) focus(userName === '' ? 'username' : 'password');
    else void signIn.run();
  };

  const failedText = signIn.failure && textOf(describeLoginFailure(signIn.failure));
  const text = isEmptyTold ? t('login.empty') : failedText;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('login.passwordSection')}</h2>
      <form ref={form} onSubmit={submit} noValidate>
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
        />
        {platform.settings.allowPermanentLogin && (
          <CheckboxField
            label={t('login.keepLogged')}
            name="keepLogged"
            checked={keepLogged}
            onChange={(event) => setKeepLogged(event.target.checked)}
          />
        )}
        {/* One text for the form: neither field is required by itself. // spec §5 */}
        {text !== undefined && <ErrorText role="alert">{text}</ErrorText>}
        <Button type="submit" wide busy={signIn.isPending}>
          {t('login.submit')}
        </Button>
      </form>
    </section>
  );
}
