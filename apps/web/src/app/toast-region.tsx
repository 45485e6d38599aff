import { ownPath } from '@refectory/domain/own-path';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { useMessageText } from '#platform/i18n/message.ts';
import { usePlatform } from '#platform/platform.ts';
import { ToastView } from '#ui/toast-view.tsx';

/** The notifications above every page. */
export function ToastRegion() {
  const { toasts, navigation, dialogs } = usePlatform();
  const open = useStore(toasts);
  useEffect(() => toasts.begin(), [toasts]);
  const t = useTranslations('Toasts');
  const textOf = useMessageText();
  const follow = (id: string) => {
    const link = ownPath(open.find((toast) => toast.id === Number(id))?.link);
    toasts.dismiss(Number(id));
    if (link) void navigation.go(link);
  };
  const act = (id: string) => {
    const toast = open.find((one) => one.id === Number(id));
    toasts.dismiss(Number(id));
    toast?.action?.run();
  };
  const readOn = (id: string) => {
    const toast = open.find((one) => one.id === Number(id));
    toasts.dismiss(Number(id));
    if (toast) void dialogs.open('info', { title: t('title'), text: textOf(toast) });
  };
  return (
    <ToastView
      toasts={open.map((toast) => ({
        id: String(toast.id),
        tone: toast.tone,
        count: toast.count,
        text: textOf(toast),
        href: toast.link && navigation.href(toast.link),
        action: toast.action && textOf({ messageKey: toast.action.label, isFromServer: false }),
      }))}
      onDismiss={(id) => toasts.dismiss(Number(id))}
      onPin={(id) => toasts.pin(Number(id))}
      onUnpin={(id) => toasts.unpin(Number(id))}
      onFollow={follow}
      onAct={act}
      onReadOn={readOn}
      dismissLabel={t('dismiss')}
      moreLabel={t('more')}
      regionLabel={t('region')}
    />
  );
}
