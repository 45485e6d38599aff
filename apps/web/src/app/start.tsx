import type { Settings } from '@refectory/contract/settings';
import type { RouterHistory } from '@tanstack/history';
import { createRoot } from 'react-dom/client';

import { customerCallsPart } from '#platform/api/endpoint-of.ts';
import { rereadStale } from '#platform/api/reread-stale.ts';
import { createPlatform, type Platform } from '#platform/platform.ts';
import { loadSettings } from '#platform/settings/load-settings.ts';
import { warnOperator } from '#platform/settings/warn-operator.ts';
import { followOtherTabs, startSession } from '#platform/session/session.ts';

import { App } from './app.tsx';
import { brandHue } from './late-parts.ts';
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
  /** Sends the browser to another site, in place of its own way. */
  readonly leaveFor?: (address: string) => void;
};

/** Reads the configuration and starts the application with it, or says why it cannot start. */
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
  document.documentElement.toggleAttribute('data-kiosk', options.settings.kiosk);
  const platform = createPlatform({
    ...options,
    browserLanguages: navigator.languages,
  });
  // Nothing waits for it but what is read for the customer: the dishes come as soon as for a guest.
  if (platform.snapshot.getState().session.auth) void customerCallsPart.prefetch();
  const showLook = () => {
    document.documentElement.dataset['theme'] = platform.snapshot.getState().look ?? '';
  };
  showLook();
  await Promise.all([
    platform.words.change(platform.language()),
    startSession(platform),
    applyTheme(options.settings),
  ]);
  const stopping = [
    followOtherTabs(platform),
    rereadStale(platform),
    platform.navigation.start(routes),
    platform.snapshot.subscribe(showLook),
  ];

  const root = createRoot(container);
  root.render(<App platform={platform} />);
  return {
    platform,
    stop: () => {
      for (const stop of stopping) stop();
      platform.clock.stop();
      brandHue.loaded()?.removeBrandHue();
      root.unmount();
    },
  };
}

/** Gives the page the hue of the configuration; without it, or its code, the page has its own. */
async function applyTheme({ theme }: Settings): Promise<void> {
  if (theme?.brandHue === undefined) return;
  await brandHue.prefetch();
  const weak = brandHue.loaded()?.applyBrandHue(theme.brandHue) ?? [];
  if (weak.length > 0)
    warnOperator(`The brand hue ${theme.brandHue} is not applied, for want of contrast: ${weak.join(', ')}.`);
}
