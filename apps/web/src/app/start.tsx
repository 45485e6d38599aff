import type { Settings } from '@refectory/contract/settings';
import type { RouterHistory } from '@tanstack/history';
import { createRoot } from 'react-dom/client';

import { rereadStale } from '#platform/api/reread-stale.ts';
import { createPlatform, type Platform } from '#platform/platform.ts';
import { loadSettings } from '#platform/settings/load-settings.ts';
import { followOtherTabs, startSession } from '#platform/session/session.ts';

import { App } from './app.tsx';
import { routes } from './routes.tsx';

/** A running application. */
export type RunningApp = { readonly platform: Platform; readonly stop: () => void };

type StartOptions = {
  /** The path under which the application lies, with a slash at both ends. */
  readonly basePath: string;
  /** Where the state outlives the page; undefined where the browser denies it. */
  readonly storage: Storage | undefined;
  readonly history: RouterHistory;
  /** The clock of the device, in milliseconds. */
  readonly deviceNow: () => number;
};

/** Reads the configuration and starts the application with it, or says why it cannot start. // spec §7 */
export async function startPage(
  container: HTMLElement,
  options: StartOptions,
): Promise<{ readonly platform?: Platform; readonly stop: () => void }> {
  const loaded = await loadSettings(options.basePath);
  if ('settings' in loaded) return startApp(container, { ...options, settings: loaded.settings });
  const { showConfigurationError } = await import('./configuration-error.tsx');
  return { stop: await showConfigurationError(container, loaded.problem) };
}

/** Starts the application in an element: session and texts first, at the same time, then the page. */
export async function startApp(
  container: HTMLElement,
  options: StartOptions & { readonly settings: Settings },
): Promise<RunningApp> {
  const platform = createPlatform({
    ...options,
    browserLanguages: navigator.languages,
  });
  await Promise.all([platform.words.change(platform.language()), startSession(platform)]);
  const stopping = [followOtherTabs(platform), rereadStale(platform), platform.navigation.start(routes)];

  const root = createRoot(container);
  root.render(<App platform={platform} />);
  return {
    platform,
    stop: () => {
      for (const stop of stopping) stop();
      platform.clock.stop();
      root.unmount();
    },
  };
}
