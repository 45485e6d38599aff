import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { LoginSections } from '#features/login/login-sections.tsx';
import { useSubmission } from '#platform/api/action.ts';
import { tellFailure } from '#platform/api/describe-error.ts';
import type { OpenDialog } from '#platform/dialogs/dialog-store.ts';
import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { usePlatform } from '#platform/platform.ts';
import { logout, logoutEverywhere } from '#platform/session/logout.ts';
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
  return stack.map((dialog) =>
    dialog.type === 'terms' ? (
      TermsDialog && <TermsDialog key={dialog.id} terms={dialog.props.terms} onAnswer={dialog.close} />
    ) : (
      // The terms come before everything else; what waits keeps what was typed.
      <DialogOfType key={dialog.id} dialog={dialog} isOpen={!areTermsShown} />
    ),
  );
}

const termsDialog = latePart(async () => (await import('#features/terms/terms-dialog.tsx')).TermsDialog, {
  words: ['terms'],
});

function DialogOfType({
  dialog,
  isOpen,
}: {
  dialog: Exclude<OpenDialog, { type: 'terms' }>;
  isOpen: boolean;
}) {
  const t = useTranslations('dialogs');
  const tLogin = useTranslations('login');
  switch (dialog.type) {
    case 'confirm-logout':
      return <ConfirmLogout dialog={dialog} isOpen={isOpen} />;
    case 'confirm-leave':
      return (
        <Dialog
          open={isOpen}
          closable
          closeLabel={t('close')}
          title={t('confirmLeaveTitle')}
          onClose={() => dialog.close(undefined)}
          footer={
            <>
              <Button tone="danger" onClick={() => dialog.close(true)}>
                {t('leave')}
              </Button>
              <Button onClick={() => dialog.close(undefined)}>{t('stay')}</Button>
            </>
          }
        >
          <p>{t('confirmLeaveText')}</p>
        </Dialog>
      );
    case 'force':
      return (
        <Dialog
          open={isOpen}
          closable
          closeLabel={t('close')}
          title={t('forceTitle')}
          onClose={() => dialog.close(undefined)}
          footer={
            <>
              {/* Who is offered one answer only has a visible way to say no. */}
              {dialog.props.answers.length === 1 && (
                <Button tone="quiet" onClick={() => dialog.close(undefined)}>
                  {t('no')}
                </Button>
              )}
              {dialog.props.answers.map(({ value, label }) => (
                <Button key={value} onClick={() => dialog.close(value)}>
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
      return (
        <Dialog
          open={isOpen}
          closable
          closeLabel={t('close')}
          title={tLogin('heading')}
          onClose={() => dialog.close(undefined)}
        >
          {dialog.props.toOrder && <p>{tLogin('toOrder', dialog.props.toOrder)}</p>}
          <LoginSections onLoggedIn={() => dialog.close(true)} />
        </Dialog>
      );
    case 'info':
      return (
        <Dialog
          open={isOpen}
          closable
          closeLabel={t('close')}
          title={dialog.props.title}
          onClose={() => dialog.close(undefined)}
        >
          <p>{dialog.props.text}</p>
        </Dialog>
      );
  }
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
  const everywhere = useSubmission(() => logoutEverywhere(platform), {
    errorsGoTo: 'toast',
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
      <p>{t(props.everywhere ? 'confirmLogoutEverywhereText' : 'confirmLogoutText')}</p>
    </Dialog>
  );
}
