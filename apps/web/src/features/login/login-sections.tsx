import type { Failure } from '@refectory/contract/errors';
import { featuresWithoutParameters } from '@refectory/contract/features';
import type { Settings } from '@refectory/contract/settings';
import { customerTypes } from '@refectory/domain/customer';
import { customerFormFields } from '@refectory/domain/form-customer';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';

import { useSubmission } from '#platform/api/action.ts';
import { describeLoginFailure } from '#platform/api/describe-login-failure.ts';
import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';
import { login } from '#platform/session/login.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { ErrorPlace, ErrorText } from '#ui/field-frame.tsx';
import { Field } from '#ui/field.tsx';
import { FormSections } from '#ui/form-sections.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useMedia } from '#ui/use-media.ts';

import { CardLogin } from './card-login.tsx';

type LoginProps = {
  /** What follows a login, which is under way as long as it is. */
  readonly onLoggedIn: () => void | Promise<void>;
  /** Hears what is typed as the user name. */
  readonly onUserName?: ((typed: string) => void) | undefined;
  /** The user name that the form begins with. */
  readonly knownUserName?: string | undefined;
};

/** The ways to log in that the configuration allows; only the password where a customer signed in by card has to enter it. */
export function LoginSections({
  onLoggedIn,
  onUserName,
  knownUserName,
  isPasswordAsked = false,
}: LoginProps & { readonly isPasswordAsked?: boolean | undefined }) {
  const { settings } = usePlatform();
  const t = useTranslations('login');
  const { allowPasswordLogin } = settings;
  const allowCardLogin = settings.allowCardLogin && !isPasswordAsked;
  const isPhone = useMedia('(max-width: 30em)');
  const card = allowCardLogin && <CardLogin key="card" isBroken={isBroken(settings, 'allowCardLogin')} />;
  const password = allowPasswordLogin && (
    <PasswordLogin
      key="password"
      onLoggedIn={onLoggedIn}
      onUserName={onUserName}
      knownUserName={knownUserName}
    />
  );
  return (
    <FormSections>
      {/* A reader stands beside a desk or a kiosk. On a phone the whole form is seen without scrolling. */}
      {isPhone ? [password, card] : [card, password]}
      {!allowCardLogin && !allowPasswordLogin && <p>{t('notAvailable')}</p>}
    </FormSections>
  );
}

/** Whether a way to log in is switched on without what it needs. */
function isBroken(settings: Settings, name: 'allowCardLogin' | 'allowPermanentLogin'): boolean {
  return featuresWithoutParameters(settings).some(({ feature }) => feature === name);
}

/** Whether whoever registers gives an address and no user name, so that the address is their user name. */
const isAddressTheName = ({ allowRegistration, allowCompany, customerFields }: Settings) =>
  allowRegistration &&
  customerTypes
    .filter((type) => type === 'Person' || allowCompany)
    .every((type) => {
      const ids = customerFormFields(customerFields, type, 'registration').map(({ id }) => id);
      return ids.includes('email') && !ids.includes('userName');
    });

function PasswordLogin({ onLoggedIn, onUserName, knownUserName = '' }: LoginProps) {
  const platform = usePlatform();
  const t = useTranslations();
  const textOf = useMessageText();
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typedName, setTypedName] = useState<string>();
  const userName = typedName ?? knownUserName;
  const [password, setPassword] = useState('');
  const [keepLogged, setKeepLogged] = useState(false);
  /** What the form says of the last press. */
  const [told, setTold] = useState<'empty' | 'failure'>();
  /** Somebody came in at the same moment, by their card or in another tab: nothing failed. */
  const isSomebodyIn = ({ kind }: Failure) =>
    kind === 'session-ended' && platform.snapshot.getState().session.auth;
  const focus = (name: 'username' | 'password') =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const signIn = useSubmission(() => login(platform, { userName, password, keepLogged }), {
    errorsGoTo: 'form',
    onSuccess: onLoggedIn,
    onFailure: (failure) => {
      if (isSomebodyIn(failure)) return;
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
  const isOneEmpty = userName === '' || password === '';
  if (told === 'empty' && !isOneEmpty) setTold(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signIn.isPending) return;
    setTold(isOneEmpty ? 'empty' : 'failure');
    if (isOneEmpty) focus(userName === '' ? 'username' : 'password');
    else void signIn.run();
  };

  const { failure } = signIn;
  const failedText = failure && !isSomebodyIn(failure) ? textOf(describeLoginFailure(failure)) : undefined;
  const texts = { empty: t('login.empty'), failure: failedText };
  const text = told && texts[told];
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('login.passwordSection')}</h2>
      <form ref={form} onSubmit={submit} noValidate>
        <Field
          label={t('login.userName')}
          hint={isAddressTheName(platform.settings) ? t('login.userNameHint') : undefined}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={userName}
          onChange={({ target }) => {
            setTypedName(target.value);
            onUserName?.(target.value);
          }}
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
        {platform.settings.allowPermanentLogin &&
          // Nobody stays signed in on a screen that others use.
          !platform.settings.kiosk &&
          (isBroken(platform.settings, 'allowPermanentLogin') ? (
            <p>{t('login.invalidParameters')}</p>
          ) : (
            <CheckboxField
              label={t('login.keepLogged')}
              name="keepLogged"
              checked={keepLogged}
              onChange={(event) => setKeepLogged(event.target.checked)}
            />
          ))}
        {/* One text for the form: neither field is required by itself. */}
        <ErrorPlace>{text !== undefined && <ErrorText role="alert">{text}</ErrorText>}</ErrorPlace>
        <Button type="submit" wide busy={signIn.isPending}>
          {t('login.submit')}
        </Button>
      </form>
    </section>
  );
}
