import { failureOf, type RefusalCode } from '@refectory/contract/errors';
import { mayShop } from '@refectory/domain/access';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import type { ApiInput } from '#platform/api/api.ts';
import { Form } from '#platform/forms/form.tsx';
import { newPasswordFieldOf, newPasswordFields, newPasswordIn } from '#platform/forms/new-password-fields.ts';
import { useIsLoggedIn, usePlatform, useSnapshot, type Platform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { logoutOnPage } from '#platform/session/logout.ts';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** `/registration/{token}`: the password of the new customer. */
export default function FinishRegistrationPage() {
  const { token = '' } = usePlace().params;
  // Another link is another registration.
  return <Finish key={token} token={token} />;
}

function Finish({ token }: { readonly token: string }) {
  const platform = usePlatform();
  const t = useTranslations('Registration');
  const tForm = useTranslations('Form');
  const tPages = useTranslations('pages');
  const tShell = useTranslations('shell');
  const isLoggedIn = useIsLoggedIn();
  const isTold = useSnapshot(({ session }) => session.capabilities?.registrationState === true);
  const asked = platform.query('getRegistration', { body: { token } });
  const [became, setBecame] = useState<Outcome>();
  const hasFinished = became === 'finished' || became === 'was-finished';
  // A link that was used says so at once, so that nobody chooses a password in vain. Once is enough: whoever sends the
  // password is told, too.
  const state = useQuery({
    ...asked,
    enabled: isTold && !hasFinished,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const signIn = <Link to="/login">{t('signIn')}</Link>;
  // Whoever is signed in is led away from the other pages.
  const toStart = isLoggedIn && <Link to="/">{tShell('toStart')}</Link>;
  const outcome = became ?? outcomeOf(state.data?.isFinished ? 'linkUsed' : state.data?.refusal);

  if (outcome === 'finished' || outcome === 'was-finished')
    return (
      <>
        <PageTitle page="finishRegistration" />
        <PlainPage
          illustration={<CoveredPlate />}
          title={t('finishedTitle')}
          text={t(finishedText(platform.settings))}
          action={signIn}
        />
      </>
    );
  if (outcome === 'address-taken')
    return (
      <>
        <PageTitle page="finishRegistration" />
        <PlainPage
          illustration={<EmptyPlate />}
          title={t('takenTitle')}
          text={t('takenText')}
          action={signIn}
        />
      </>
    );
  if (outcome === 'void')
    return (
      <>
        <PageTitle page="finishRegistration" />
        <PlainPage
          illustration={<BrokenPlate />}
          title={t('voidTitle')}
          text={t('voidText')}
          action={
            toStart ||
            (platform.settings.allowRegistration ? <Link to="/registration">{t('again')}</Link> : signIn)
          }
        />
      </>
    );
  return (
    <LoginLayout
      title={tPages('finishRegistration')}
      lead={t('finishLead')}
      links={toStart || signIn}
      illustration={<EmptyPlate />}
    >
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
        fieldOf={newPasswordFieldOf}
        failedText="Registration.messageFinishFail"
        submitLabel={t('finishSubmit')}
        send={(values) => finish(platform, { password: newPasswordIn(values), token })}
        onSent={async (end) => {
          setBecame(end);
          if (end === 'finished') await logoutOnPage(platform);
          // The way back to the link shows no form. The logout empties the memory, so this comes after it.
          platform.queries.setQueryData(
            asked.queryKey,
            end === 'address-taken'
              ? { isFinished: false, refusal: 'emailTaken' satisfies RefusalCode }
              : { isFinished: true },
          );
        }}
      />
    </LoginLayout>
  );
}

/**
 * What became of a registration: somebody else may have proved the address meanwhile, or the link is of no use any more.
 */
type Outcome = 'finished' | 'was-finished' | 'address-taken' | 'void';

const outcomes: { readonly [code in RefusalCode]?: Outcome } = {
  linkUsed: 'was-finished',
  emailTaken: 'address-taken',
  linkInvalid: 'void',
};

const outcomeOf = (code: string | undefined): Outcome | undefined => outcomes[code as RefusalCode];

/** What somebody can do now: their account is empty, and where they can fill it themselves, that comes first. */
const finishedText = (settings: Platform['settings']) =>
  !mayShop(settings, true)
    ? 'finishedTextAccount'
    : settings.allowTopUp
      ? 'finishedTextTopUp'
      : 'finishedText';

/** Finishes a registration. One that was finished before, such as in another tab, is no failure. */
async function finish(platform: Platform, body: ApiInput<'finishRegistration'>['body']): Promise<Outcome> {
  try {
    await act(platform, 'finishRegistration', { body });
    return 'finished';
  } catch (error) {
    const failure = failureOf(error);
    const outcome = failure?.kind === 'refused' ? outcomeOf(failure.code) : undefined;
    // That the link is void is told in the form, as any other failure.
    if (outcome === undefined || outcome === 'void') throw error;
    return outcome;
  }
}
