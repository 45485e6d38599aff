import '#ui/styles/index.css';

import { createBrowserHistory } from '@tanstack/history';

import { reloadOnce } from '#platform/storage/reload-once.ts';
import { browserStorage } from '#platform/storage/snapshot.ts';

import { prefetchWhenIdle } from './app/prefetch.ts';
import { startPage } from './app/start.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('the page has no element #root');

// The same build runs under any path: its code lies one folder below the application, in `assets` or in `src`.
const ownAddress = import.meta.url;

try {
  const { platform } = await startPage(container, {
    basePath: new URL('../', ownAddress).pathname,
    storage: browserStorage(),
    history: createBrowserHistory(),
    deviceNow: Date.now,
  });
  if (platform) prefetchWhenIdle(platform);
} catch (error) {
  // A part of the application or its texts could not be fetched, so that the words for it stand in the page itself.
  if (!reloadOnce()) document.getElementById('start-failed')?.removeAttribute('class');
  throw error;
}
