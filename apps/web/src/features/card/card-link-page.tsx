import type { RefusalCode } from '@refectory/contract/errors';
import { mayOpenCardLinks } from '@refectory/domain/access';
import { useTranslations } from 'use-intl';

import { rereadChanged } from '#platform/api/reread-changed.ts';
import { useCallOnOpening } from '#platform/api/use-call-on-opening.ts';
import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { AlternativePage } from '#platform/routing/alternative-page.tsx';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { Button } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** `/card-change/{tokenValue}`: changes the number of the card, by the token of the mailed link. */
export function CardChangePage() {
  return <CardLinkPage action="change" />;
}

/** `/card-revoke/{tokenValue}`: revokes the card, by the token of the mailed link. */
export function CardRevokePage() {
  return <CardLinkPage action="revoke" />;
}

const ACTIONS = {
  change: {
    call: 'finishCardChange',
    page: 'cardChange',
    pending: 'changing',
    done: 'changed',
    doneText: 'changedText',
    failed: 'changeFailed',
  },
  revoke: {
    call: 'finishCardRevocation',
    page: 'cardRevoke',
    pending: 'revoking',
    done: 'revoked',
    doneText: 'revokedText',
    failed: 'revokeFailed',
  },
} as const;

type Action = keyof typeof ACTIONS;

function CardLinkPage({ action }: { readonly action: Action }) {
  const { settings } = usePlatform();
  const { tokenValue = '' } = usePlace().params;
  const isOpen = mayOpenCardLinks(settings, useIsLoggedIn());
  return isOpen ? (
    // Another link is another page.
    <Finish key={tokenValue} action={action} token={tokenValue} />
  ) : (
    <AlternativePage page={ACTIONS[action].page} />
  );
}

/** Finishes the change or revocation once on opening, and shows the result. */
function Finish({ action, token }: { readonly action: Action; readonly token: string }) {
  const platform = usePlatform();
  const t = useTranslations('card');
  const tShell = useTranslations('shell');
  const { call, page, pending, done, doneText, failed } = ACTIONS[action];
  const { isDone, failure } = useCallOnOpening(call, { body: { token } }, () => {
    void rereadChanged(platform.queries, call);
  });
  // The link was opened before, and what it stands for is done: a reload, the way back, or the mail read again.
  const wasDone = failure?.code === ('linkUsed' satisfies RefusalCode);
  const isLoggedIn = useIsLoggedIn();
  // The card of the logged-in customer, who may be another one; there another link can be asked for too.
  const toCard = isLoggedIn && platform.settings.allowCardAdministration && (
    <Link to="/profile/:page?" params={{ page: 'manage-card' }}>
      {t('toCard')}
    </Link>
  );
  const toMenu = <Link to="/">{t('backToMenu')}</Link>;
  return (
    <>
      <PageTitle page={page} />
      {isDone || wasDone ? (
        <PlainPage
          isAnnounced
          illustration={<EmptyPlate />}
          title={t(done)}
          text={isDone ? t(doneText) : failure?.text}
          action={toCard || toMenu}
        />
      ) : failure ? (
        <PlainPage
          isAnnounced
          illustration={<BrokenPlate />}
          title={t(failed)}
          text={failure.text}
          action={
            <>
              {failure.retry ? <Button onClick={failure.retry}>{tShell('retry')}</Button> : toCard}
              {toMenu}
            </>
          }
        />
      ) : (
        <PlainPage
          isAnnounced
          illustration={<CoveredPlate />}
          title={t(pending)}
          text={t('wait')}
          action={toMenu}
        />
      )}
    </>
  );
}
