import type { Customer } from '@refectory/contract/customer';
import { typeOf } from '@refectory/domain/customer';
import { customerFormFields, followsAddress } from '@refectory/domain/form-customer';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';

import { useAction } from '#platform/api/action.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageNote, Stack } from '#ui/page-shell.tsx';
import { PanelLinks } from '#ui/panel.tsx';

/**
 * That an address waits for its link to be opened. It is there before its text is, so that a screen reader hears the text
 * come, and comes into view when a save brought it: the button may lie at the lower end of the screen.
 */
export function WantedEmailNote({ customer }: { readonly customer: Customer }) {
  const { wantedEmail } = customer;
  const isAnnounced = useSnapshot(({ session }) => session.capabilities?.emailChange === true);
  const note = useRef<HTMLDivElement>(null);
  const shown = useRef(wantedEmail);
  useEffect(() => {
    if (shown.current === wantedEmail) return;
    shown.current = wantedEmail;
    if (wantedEmail !== undefined) note.current?.scrollIntoView({ block: 'nearest' });
  }, [wantedEmail]);
  return (
    <div ref={note} tabIndex={-1}>
      <Stack gap="small">
        <output>{wantedEmail !== undefined && <Waiting customer={customer} wanted={wantedEmail} />}</output>
        {wantedEmail !== undefined && isAnnounced && <Buttons onCancelled={() => note.current?.focus()} />}
      </Stack>
    </div>
  );
}

function Waiting({ customer, wanted }: { readonly customer: Customer; readonly wanted: string }) {
  const t = useTranslations('Profile');
  const { settings } = usePlatform();
  const { email } = customer;
  const fields = customerFormFields(settings.customerFields, typeOf(customer), 'update');
  return (
    <PageNote icon={<Icon name="info" />}>
      {email === undefined
        ? t('wantedFirst', { wanted })
        : t(followsAddress(customer, fields) ? 'wantedSignsIn' : 'wantedStays', { wanted, email })}
    </PageNote>
  );
}

/** Sends the link again, or gives the address up. */
function Buttons({ onCancelled }: { readonly onCancelled: () => void }) {
  const { queries, toasts } = usePlatform();
  const t = useTranslations('Profile');
  const repeating = useAction('repeatEmailChange', {
    errorsGoTo: 'toast',
    onSuccess: () => void toasts.add({ messageKey: 'Profile.wantedRepeated', tone: 'success' }),
    // It may have been opened elsewhere.
    onFailure: () => rereadChanged(queries, 'repeatEmailChange'),
  });
  const cancelling = useAction('cancelEmailChange', {
    errorsGoTo: 'toast',
    onSuccess: async () => {
      await rereadChanged(queries, 'cancelEmailChange');
      toasts.add({ messageKey: 'Profile.wantedCancelled', tone: 'success' });
      // The button is gone, and with it the focus.
      onCancelled();
    },
  });
  return (
    <PanelLinks>
      <Button tone="quiet" busy={repeating.isPending} onClick={() => void repeating.run(undefined)}>
        {t('wantedRepeat')}
      </Button>
      <Button tone="quiet" busy={cancelling.isPending} onClick={() => void cancelling.run(undefined)}>
        {t('wantedCancel')}
      </Button>
    </PanelLinks>
  );
}
