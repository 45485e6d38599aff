import { ownPath } from '@refectory/domain/own-path';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';
import { ToastView } from '#ui/toast-view.tsx';

/** The notifications above every page. */
export function ToastRegion() {
  const { toasts, navigation } = usePlatform();
  const open = useStore(toasts);
  useEffect(() => toasts.begin(), [toasts]);
  const t = useTranslations('Toasts');
  const textOf = useMessageText();
  const follow = (id: string) => {
    const link = ownPath(open.find((toast) => toast.id === Number(id))?.link);
    toasts.dismiss(Number(id));
    if (link) void navigation.go(link);
  };
  return (
    <ToastView
      toasts={open.map((toast) => ({
        id: String(toast.id),
        tone: toast.tone,
        count: toast.count,
        text: textOf(toast),
        href: toast.link,
      }))}
      onDismiss={(id) => toasts.dismiss(Number(id))}
      onPin={(id) => toasts.pin(Number(id))}
      onUnpin={(id) => toasts.unpin(Number(id))}
      onFollow={follow}
      dismissLabel={t('dismiss')}
      regionLabel={t('region')}
    />
  );
}
