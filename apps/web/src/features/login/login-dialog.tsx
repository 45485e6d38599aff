import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

import type { OpenDialog } from '#platform/dialogs/dialog-store.ts';
import { useIsLoggedIn } from '#platform/platform.ts';
import { useCustomer } from '#platform/session/use-customer.ts';
import { Dialog } from '#ui/dialog.tsx';

import { LoginLinks } from './login-links.tsx';
import { LoginSections } from './login-sections.tsx';

/** Logs somebody in over the page. A guest can also leave it for an account or another password. */
export function LoginDialog({
  dialog: { props, close },
  isOpen,
}: {
  dialog: Extract<OpenDialog, { type: 'login' }>;
  isOpen: boolean;
}) {
  const t = useTranslations();
  const isLoggedIn = useIsLoggedIn();
  // Who came in is a guest here until the dialog is gone: nothing of it moves before.
  const [isForGuest] = useState(!isLoggedIn);
  const userName = useRef('');
  const { data: customer } = useCustomer();
  return (
    <Dialog
      open={isOpen}
      closable
      closeLabel={t('dialogs.close')}
      title={t('login.heading')}
      onClose={() => close(undefined)}
    >
      {props.toOrder && <p>{t('login.toOrder', props.toOrder)}</p>}
      {props.isPasswordAsked && <p>{t('login.passwordAsked')}</p>}
      <LoginSections
        isPasswordAsked={props.isPasswordAsked}
        knownUserName={props.isPasswordAsked ? customer?.userName : undefined}
        onLoggedIn={() => close(true)}
        onUserName={(typed) => {
          userName.current = typed;
        }}
      />
      {isForGuest && <LoginLinks userName={userName} onLeave={() => close(undefined)} />}
    </Dialog>
  );
}
