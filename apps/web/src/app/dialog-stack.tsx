import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { modifiersDialog } from '#features/cart/late-modifiers-dialog.ts';
import { LoginDialog } from '#features/login/login-dialog.tsx';
import { TakePortionsDialog } from '#features/orders/take-portions-dialog.tsx';
import { PairingDialog } from '#features/pairing/pairing-dialog.tsx';
import { termsDialog } from '#features/terms/late-terms-dialog.ts';
import { useSubmission } from '#platform/api/action.ts';
import { tellFailure } from '#platform/api/describe-error.ts';
import type { OpenDialog } from '#platform/dialogs/dialog-store.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { usePlatform } from '#platform/platform.ts';
import { logout, logoutEverywhere } from '#platform/session/logout.ts';
import { hasFilledCart } from '#platform/storage/has-filled-cart.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** The open dialogs, the newest on top. */
export function DialogStack() {
  const { dialogs, toasts } = usePlatform();
  const stack = useStore(dialogs);
  const terms = stack.find(({ type }) => type === 'terms');
  const { loaded: TermsDialog } = useLatePart(termsDialog, terms !== undefined, (failure) => {
    tellFailure(toasts, failure);
    terms?.close(undefined);
  });
  const areTermsShown = terms !== undefined && TermsDialog !== undefined;
  /** The terms come before everything else, and what waits keeps what was typed; a question about their acceptance is newer. */
  const waits = ({ type, id }: OpenDialog) => areTermsShown && !(type === 'force' && id > terms.id);
  return stack.map((dialog) =>
    dialog.type === 'terms' ? (
      TermsDialog && <TermsDialog key={dialog.id} terms={dialog.props.terms} onAnswer={dialog.close} />
    ) : (
      <DialogOfType key={dialog.id} dialog={dialog} isOpen={!waits(dialog)} />
    ),
  );
}

function DialogOfType({
  dialog,
  isOpen,
}: {
  dialog: Exclude<OpenDialog, { type: 'terms' }>;
  isOpen: boolean;
}) {
  const t = useTranslations('dialogs');
  const closable = {
    open: isOpen,
    closable: true,
    closeLabel: t('close'),
    onClose: () => dialog.close(undefined),
  } as const;
  switch (dialog.type) {
    case 'confirm-logout':
      return <ConfirmLogout dialog={dialog} isOpen={isOpen} />;
    case 'confirm-leave':
      return (
        <Dialog
          {...closable}
          title={t('confirmLeaveTitle')}
          footer={
            <>
              <Button tone="danger" onClick={() => dialog.close(true)}>
                {t('leave')}
              </Button>
              <Button onClick={closable.onClose}>{t('stay')}</Button>
            </>
          }
        >
          <p>{t('confirmLeaveText')}</p>
        </Dialog>
      );
    case 'confirm':
      return (
        <Dialog
          {...closable}
          title={dialog.props.title}
          footer={
            <>
              <Button tone="quiet" onClick={closable.onClose}>
                {t('no')}
              </Button>
              <Button tone="danger" onClick={() => dialog.close(true)}>
                {dialog.props.act}
              </Button>
            </>
          }
        >
          <p>{dialog.props.text}</p>
        </Dialog>
      );
    case 'take-portions':
      return <TakePortionsDialog dialog={dialog} isOpen={isOpen} />;
    case 'force':
      return (
        <Dialog
          {...closable}
          title={t('forceTitle')}
          footer={
            <>
              {/* A question with one answer has a visible way to say no. */}
              {dialog.props.answers.length === 1 && (
                <Button tone="quiet" onClick={closable.onClose}>
                  {t('no')}
                </Button>
              )}
              {/* No answer looks like the one to give. */}
              {dialog.props.answers.map(({ value, label }) => (
                <Button key={value} tone="quiet" onClick={() => dialog.close(value)}>
                  {label}
                </Button>
              ))}
            </>
          }
        >
          <p>{dialog.props.message ?? t('forceText')}</p>
        </Dialog>
      );
    case 'login':
      return <LoginDialog dialog={dialog} isOpen={isOpen} />;
    case 'modifiers':
      return <Modifiers dialog={dialog} isOpen={isOpen} />;
    case 'pairing':
      return <PairingDialog dialog={dialog} isOpen={isOpen} />;
    case 'info':
      return (
        <Dialog {...closable} title={dialog.props.title}>
          <p>{dialog.props.text}</p>
        </Dialog>
      );
  }
}

/** What goes with a dish; where the dialog cannot be fetched, nothing is chosen, and a toast says why. */
function Modifiers({
  dialog: { props, close },
  isOpen,
}: {
  dialog: Extract<OpenDialog, { type: 'modifiers' }>;
  isOpen: boolean;
}) {
  const { toasts } = usePlatform();
  const { loaded: ModifiersDialog } = useLatePart(modifiersDialog, true, (failure) => {
    tellFailure(toasts, failure);
    close(undefined);
  });
  return ModifiersDialog && <ModifiersDialog isOpen={isOpen} props={props} onAnswer={close} />;
}

function ConfirmLogout({
  dialog: { props, close },
  isOpen,
}: {
  dialog: Extract<OpenDialog, { type: 'confirm-logout' }>;
  isOpen: boolean;
}) {
  const platform = usePlatform();
  const t = useTranslations('dialogs');
  // What is said stays the same while the dialog closes after the sign-out.
  const [isCartKept] = useState(() => hasFilledCart(platform.snapshot.getState()));
  const everywhere = useSubmission(() => logoutEverywhere(platform), {
    errorsGoTo: 'toast',
    onSuccess: () => void platform.toasts.add({ messageKey: 'session.signedOutEverywhere', tone: 'success' }),
    onFailure: () => close(false),
  });
  const confirm = () => {
    if (props.everywhere) {
      void everywhere.run();
      return;
    }
    close(true);
    logout(platform);
  };
  return (
    <Dialog
      open={isOpen}
      closable={false}
      title={t(props.everywhere ? 'confirmLogoutEverywhereTitle' : 'confirmLogoutTitle')}
      footer={
        <>
          <Button tone="quiet" disabled={everywhere.isPending} onClick={() => close(false)}>
            {t('no')}
          </Button>
          <Button busy={everywhere.isPending} onClick={confirm}>
            {t('yes')}
          </Button>
        </>
      }
    >
      <p>
        {props.everywhere
          ? t('confirmLogoutEverywhereText')
          : t('confirmLogoutText', { cart: String(isCartKept) })}
      </p>
    </Dialog>
  );
}
