import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { usePlatform } from '#platform/platform.ts';
import { ownPath } from '@refectory/domain/own-path';
import { ToastView } from '#ui/toast-view.tsx';

/** The notifications above every page. */
export function ToastRegion() {
  const { toasts, navigation } = usePlatform();
  const open = useStore(toasts);
  const t = useTranslations();
  const follow = (id: string) => {
    const link = ownPath(open.find((toast) => toast.id === Number(id))?.link);
    toasts.dismiss(Number(id));
    if (link) void navigation.go(link);
  };
  return (
    <ToastView
      toasts={open.map(({ id, messageKey, isFromServer, link, tone, count }) => ({
        id: String(id),
        tone,
        count,
        // A key is one of our own; a text from the server is shown as received.
        text: isFromServer ? messageKey : t(messageKey as Parameters<typeof t>[0]),
        href: link,
      }))}
      onDismiss={(id) => toasts.dismiss(Number(id))}
      onPin={(id) => toasts.pin(Number(id))}
      onUnpin={(id) => toasts.unpin(Number(id))}
      onFollow={follow}
      dismissLabel={t('Toasts.dismiss')}
      regionLabel={t('Toasts.region')}
    />
  );
}
