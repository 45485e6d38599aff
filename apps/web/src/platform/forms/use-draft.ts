import type { FormValues } from '@refectory/domain/form-field';
import { useEffect, useEffectEvent } from 'react';

import { usePlatform, type Platform } from '#platform/platform.ts';

/** What customers typed and did not send before their session ended, by the customer and the form. In memory alone. */
const drafts = new WeakMap<Platform, Map<string, FormValues>>();

function draftsOf(platform: Platform): Map<string, FormValues> {
  const known = drafts.get(platform) ?? new Map<string, FormValues>();
  drafts.set(platform, known);
  return known;
}

/**
 * Keeps what was typed into a form when the session ends under it, and gives it back to the same customer when the form
 * is opened again on this page. On a kiosk, which is everybody's, nothing is kept.
 */
export function useDraft(
  /** What the form is kept as; without it nothing is kept. */
  keptAs: string | undefined,
  form: {
    /** What was typed and not sent. */
    readonly unsent: () => FormValues | undefined;
    readonly restore: (values: FormValues) => void;
  },
): void {
  const platform = usePlatform();
  const unsent = useEffectEvent(form.unsent);
  const restore = useEffectEvent(form.restore);
  useEffect(() => {
    const { settings, snapshot } = platform;
    if (keptAs === undefined || settings.kiosk) return undefined;
    const { customerId } = snapshot.getState().session;
    const known = draftsOf(platform);
    const key = JSON.stringify([customerId, keptAs]);
    const draft = known.get(key);
    if (draft) restore(draft);
    return () => {
      const values = unsent();
      // Whoever leaves the form in their session has been asked.
      if (values && snapshot.getState().session.customerId !== customerId) known.set(key, values);
      else known.delete(key);
    };
  }, [keptAs, platform]);
}
