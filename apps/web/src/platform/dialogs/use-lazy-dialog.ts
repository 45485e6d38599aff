import { useState, type ComponentType } from 'react';

import { usePlatform } from '#platform/platform.ts';

/**
 * A dialog of one page, whose code is fetched when it is first opened. Where it cannot be fetched the page stays as
 * it is, and it is told why. `Dialog` is there while it is open.
 */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const { toasts } = usePlatform();
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const open = async () => {
    if (isLoading) return;
    setLoading(true);
    try {
      const loaded = Dialog ?? (await load());
      setDialog(() => loaded);
      setOpen(true);
    } catch {
      toasts.add({ messageKey: 'Error.offline', tone: 'error' });
    } finally {
      setLoading(false);
    }
  };
  return { Dialog: isOpen ? Dialog : undefined, isLoading, open, close: () => setOpen(false) };
}
