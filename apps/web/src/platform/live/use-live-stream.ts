import { useEffect, useEffectEvent } from 'react';

import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { useIsVisible } from '#platform/visibility/use-is-visible.ts';

import type { LiveSource } from './follow-live.ts';

/** Where the live stream of a session is, and until when it is followed. */
export type LiveStream = Pick<LiveSource, 'address' | 'token' | 'language' | 'signal'>;

/** Has the live stream of the session followed while the page is in sight. */
export function useLiveStream(follow: (stream: LiveStream) => Promise<void>): void {
  const { settings, language } = usePlatform();
  const token = useSnapshot(({ session }) => session.authentication.sessionToken);
  const isVisible = useIsVisible();
  const address = `${settings.apiUrl.replace(/\/+$/, '')}/live`;
  const begin = useEffectEvent(follow);
  useEffect(() => {
    if (!isVisible || token === undefined) return;
    const leaving = new AbortController();
    void begin({ address, token, language, signal: leaving.signal });
    return () => leaving.abort();
  }, [isVisible, token, address, language]);
}
