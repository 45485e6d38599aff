import type { RefusalCode } from '@refectory/contract/errors';
import { isWebAddress } from '@refectory/domain/web-address';
import { useTranslations } from 'use-intl';

import { useCallOnOpening } from '#platform/api/use-call-on-opening.ts';
import { Link } from '#platform/routing/link.tsx';
import { OutcomePage } from '#platform/routing/outcome-page.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { Button } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';

/** `/pairingconfirm/{string}`: agrees to a pairing. Whoever has the link may do so, also without a session. */
export function ConfirmByStringPage() {
  return <PairingByStringPage action="confirm" />;
}

/** `/pairingreject/{string}`: declines a pairing. Whoever has the link may do so, also without a session. */
export function RejectByStringPage() {
  return <PairingByStringPage action="reject" />;
}

const ACTIONS = {
  confirm: {
    call: 'confirmPairingByString',
    pending: 'confirmPending',
    done: 'confirmDone',
    failed: 'confirmFailed',
    wasDone: 'pairingConfirmed' satisfies RefusalCode,
  },
  reject: {
    call: 'rejectPairingByString',
    pending: 'rejectPending',
    done: 'rejectDone',
    failed: 'rejectFailed',
    wasDone: 'pairingRejected' satisfies RefusalCode,
  },
} as const;

type Action = keyof typeof ACTIONS;

function PairingByStringPage({ action }: { readonly action: Action }) {
  const { param = '' } = usePlace().params;
  // Another string is another pairing.
  return <PairingByString key={param} action={action} pairingString={param} />;
}

/** Confirms or rejects once on opening, and shows the result. */
function PairingByString({
  action,
  pairingString,
}: {
  readonly action: Action;
  readonly pairingString: string;
}) {
  const t = useTranslations('pairing');
  const tShell = useTranslations('shell');
  const { call, pending, done, failed, wasDone } = ACTIONS[action];
  const { isDone, failure } = useCallOnOpening(
    call,
    { body: { pairingString } },
    ({ externalSystemConfirmationURL: address }) => {
      if (action === 'confirm' && address !== undefined && isWebAddress(address))
        globalThis.location.replace(address);
    },
  );
  const toStart = <Link to="/">{tShell('toStart')}</Link>;
  // The link was opened before, and what it stands for is done.
  const isAsAsked = failure?.code === wasDone;
  if (failure && !isAsAsked)
    return (
      <OutcomePage
        page="pairing"
        isAnnounced
        illustration={<BrokenPlate />}
        title={t(failed)}
        text={failure.text}
        action={
          <>
            {failure.retry && <Button onClick={failure.retry}>{tShell('retry')}</Button>}
            {toStart}
          </>
        }
      />
    );
  return (
    <OutcomePage
      page="pairing"
      isAnnounced
      illustration={isDone || isAsAsked ? <EmptyPlate /> : <CoveredPlate />}
      title={t(isDone || isAsAsked ? done : pending)}
      text={failure?.text}
      action={toStart}
    />
  );
}
