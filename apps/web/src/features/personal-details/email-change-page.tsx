import type { RefusalCode } from '@refectory/contract/errors';
import { isSameAddress } from '@refectory/domain/email-address';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import { rereadChanged } from '#platform/api/reread-changed.ts';
import { useCallOnOpening } from '#platform/api/use-call-on-opening.ts';
import { useIsLoggedIn, usePlatform, useSnapshot } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { logoutOnPage } from '#platform/session/logout.ts';
import { useCustomer } from '#platform/session/use-customer.ts';
import { Button } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/**
 * `/email-change/{tokenValue}`: gives the account another address, by the token of the mailed link. Only the customer who
 * wanted it can do so: a guest logs in over the page, since the address of the page is a secret.
 */
export default function EmailChangePage() {
  const { tokenValue = '' } = usePlace().params;
  const isLoggedIn = useIsLoggedIn();
  return (
    <>
      <PageTitle page="emailChange" />
      {isLoggedIn ? <OfCustomer token={tokenValue} /> : <ForGuests />}
    </>
  );
}

/** Confirms the address where the server announces such links (API-55); elsewhere there is no such page. */
function OfCustomer({ token }: { readonly token: string }) {
  const { navigation } = usePlatform();
  const isAnnounced = useSnapshot(({ session }) => session.capabilities?.emailChange === true);
  useEffect(() => {
    if (!isAnnounced) void navigation.go('/', { replace: true });
  }, [isAnnounced, navigation]);
  // Another link is another page.
  return isAnnounced && <Finish key={token} token={token} />;
}

function ForGuests() {
  const t = useTranslations('emailChange');
  return (
    <PlainPage
      illustration={<CoveredPlate />}
      title={t('signInTitle')}
      text={t('signInText')}
      action={<SignIn />}
    />
  );
}

/** Opens the login over the page, whoever was logged in before. */
function SignIn({ isToAnother = false }: { readonly isToAnother?: boolean }) {
  const platform = usePlatform();
  const t = useTranslations();
  const { allowPasswordLogin, allowCardLogin } = platform.settings;
  if (!allowPasswordLogin && !allowCardLogin) return <WayOn />;
  const signIn = async () => {
    await logoutOnPage(platform);
    await platform.dialogs.open('login', {});
  };
  return (
    <Button onClick={() => void signIn()}>
      {t(isToAnother ? 'emailChange.switchAccounts' : 'shell.login')}
    </Button>
  );
}

/** Confirms the address once on opening, and shows the result. */
function Finish({ token }: { readonly token: string }) {
  const platform = usePlatform();
  const t = useTranslations('emailChange');
  const tShell = useTranslations('shell');
  const tPages = useTranslations('pages');
  const confirming = useConfirming();
  const customer = useCustomer();
  const [isRead, setRead] = useState(false);
  const { isDone, failure } = useCallOnOpening('finishEmailChange', { body: { token } }, async () => {
    await rereadChanged(platform.queries, 'finishEmailChange');
    setRead(true);
  });
  const { userName, email } = customer.data ?? {};
  const isCode = (code: RefusalCode) => failure?.code === code;
  if (isDone)
    return (
      <Told
        illustration={<EmptyPlate />}
        title={t('confirmed')}
        text={isRead && email && t(isSameAddress(userName, email) ? 'signsIn' : 'has', { email })}
        action={<WayOn />}
      />
    );
  // The link was opened before: a reload, the way back, or the mail read again.
  if (isCode('linkUsed'))
    return (
      <Told
        illustration={<EmptyPlate />}
        title={tPages('emailChange')}
        text={failure?.text}
        action={<WayOn />}
      />
    );
  if (isCode('linkOfAnother'))
    return (
      <Told
        illustration={<BrokenPlate />}
        title={t('another')}
        text={failure?.text}
        action={<SignIn isToAnother />}
      />
    );
  if (failure)
    return (
      <Told
        illustration={<BrokenPlate />}
        title={t('failed')}
        text={failure.text}
        action={
          <>
            {failure.retry && <Button onClick={failure.retry}>{tShell('retry')}</Button>}
            <WayOn />
          </>
        }
      />
    );
  return <Told {...confirming} />;
}

/** What is said until the answer is there. */
function useConfirming(): ComponentProps<typeof Told> {
  const t = useTranslations('emailChange');
  return { illustration: <CoveredPlate />, title: t('confirming'), text: t('wait'), action: <WayOn /> };
}

/** What became of the link, which is announced as it changes. */
function Told(said: {
  readonly title: string;
  readonly text: ReactNode;
  readonly illustration: ReactNode;
  readonly action: ReactNode;
}) {
  return <PlainPage isAnnounced {...said} />;
}

/** To the profile, where a link can be sent again; a guest to the start. */
function WayOn() {
  const { settings } = usePlatform();
  const t = useTranslations();
  return useIsLoggedIn() && settings.allowProfileEdit ? (
    <Link to="/profile/:page?" params={{ page: 'edit' }}>
      {t('emailChange.toProfile')}
    </Link>
  ) : (
    <Link to="/">{t('shell.toStart')}</Link>
  );
}
