import { useEffect, useEffectEvent } from 'react';

import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { useIsVisible } from '#platform/visibility/use-is-visible.ts';

import type { LiveSource } from './follow-live.ts';

/** Where the live stream of a session is, and until when it is followed. */
export type LiveStream = Pick<LiveSource, 'address' | 'token' | 'signal'>;

/** Has the live stream of the session followed while the page is in sight (C6). */
export function useLiveStream(follow: (stream: LiveStream) => Promise<void>): void {
  const { settings } = usePlatform();
  const token = useSnapshot(({ session }) => session.authentication.sessionToken);
  const isVisible = useIsVisible();
  const address = `${settings.apiUrl.replace(/\/+$/, '')}/live`;
  const begin = useEffectEvent(follow);
  useEffect(() => {
    if (!isVisible || token === undefined) return;
    const leaving = new AbortController();
    void begin({ address, token, signal: leaving.signal });
    return () => leaving.abort();
  }, [isVisible, token, address]);
}
