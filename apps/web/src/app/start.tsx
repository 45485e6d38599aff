import type { Settings } from '@refectory/contract/settings';
import { createRoot } from 'react-dom/client';

import { createPlatform, type Platform } from '#platform/platform.ts';
import { loadLanguage } from '#platform/i18n/i18n-provider.tsx';
import { followOtherTabs, startSession } from '#platform/session/session.ts';
import type { RouterHistory } from '@tanstack/react-router';

import { App } from './app.tsx';
import { createAppRouter } from './routes.tsx';

/** A running application. */
export type RunningApp = { readonly platform: Platform; readonly stop: () => void };

/** Starts the application in an element: session and texts first, at the same time, then the page. */
export async function startApp(
  container: HTMLElement,
  options: {
    readonly settings: Settings;
    readonly basePath: string;
    /** Where the state outlives the page; undefined where the browser denies it. */
    readonly storage: Storage | undefined;
    readonly history?: RouterHistory;
  },
): Promise<RunningApp> {
  const platform = createPlatform({
    settings: options.settings,
    storage: options.storage,
    basePath: options.basePath,
    browserLanguages: navigator.languages,
    deviceNow: () => Date.now(),
  });
  const [initialLanguage] = await Promise.all([loadLanguage(platform.language()), startSession(platform)]);
  const router = createAppRouter(platform, options);
  platform.onSessionLost = (reason) => {
    if (reason === 'elsewhere') {
      void router.navigate({ to: '/' });
      return;
    }
    // The page that was open is shown again after the next login.
    platform.snapshot.setState({ wantedPath: router.state.location.href });
    void router.navigate({ to: '/login' });
  };
  const stopFollowing = followOtherTabs(platform);

  const root = createRoot(container);
  root.render(<App platform={platform} router={router} initialLanguage={initialLanguage} />);
  return {
    platform,
    stop: () => {
      stopFollowing();
      root.unmount();
    },
  };
}
