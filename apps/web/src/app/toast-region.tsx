import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { usePlatform } from '#platform/platform.ts';
import { ownPath } from '@refectory/domain/own-path';
import { ToastView } from '#ui/toast-view.tsx';

import type { AppRouter } from './routes.tsx';

/** The notifications above every page. */
export function ToastRegion({ router }: { router: AppRouter }) {
  const { toasts } = usePlatform();
  const open = useStore(toasts);
  const t = useTranslations();
  const follow = (id: string) => {
    const link = ownPath(open.find((toast) => toast.id === Number(id))?.link);
    toasts.dismiss(Number(id));
    if (link) void router.navigate({ href: link });
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
