import '#ui/styles/index.css';

import { browserStorage } from '#platform/storage/snapshot.ts';
import { loadSettings } from '#platform/settings/load-settings.ts';

import { prefetchPages } from './app/routes.tsx';
import { startApp } from './app/start.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('the page has no element #root');

await startApp(container, {
  settings: await loadSettings(),
  basePath: import.meta.env.BASE_URL,
  storage: browserStorage(),
});

// Not every browser says when it is idle; a moment after the start it is.
if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void prefetchPages());
else setTimeout(() => void prefetchPages(), 1_000);
