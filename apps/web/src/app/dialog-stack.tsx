import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { LoginSections } from '#features/login/login-sections.tsx';
import type { OpenDialog } from '#platform/dialogs/dialog-store.ts';
import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** The open dialogs, the newest on top. */
export function DialogStack() {
  const stack = useStore(usePlatform().dialogs);
  return stack.map((dialog) => <DialogOfType key={dialog.id} dialog={dialog} />);
}

function DialogOfType({ dialog }: { dialog: OpenDialog }) {
  const t = useTranslations('dialogs');
  const tLogin = useTranslations('login');
  switch (dialog.type) {
    case 'confirm-logout':
      return (
        <Dialog
          open
          closable={false}
          title={t('confirmLogoutTitle')}
          footer={
            <>
              <Button tone="quiet" onClick={() => dialog.close(false)}>
                {t('no')}
              </Button>
              <Button onClick={() => dialog.close(true)}>{t('yes')}</Button>
            </>
          }
        >
          <p>{t('confirmLogoutText')}</p>
        </Dialog>
      );
    case 'force':
      return (
        <Dialog
          open
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
          open
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
          open
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
