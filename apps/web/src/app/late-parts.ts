import { createStore } from 'zustand/vanilla';

import { latePart } from '#platform/late/late-part.ts';

/** What floats above every page, goes on beside it, and watches over its keyboard. */
export const dialogStack = latePart(async () => (await import('./dialog-stack.tsx')).DialogStack, {
  words: ['dialogs', 'login'],
});
export const toastRegion = latePart(async () => (await import('./toast-region.tsx')).ToastRegion);
export const signedIn = latePart(async () => (await import('./signed-in.tsx')).SignedIn, {
  words: ['session'],
});
export const tellLanguage = latePart(
  async () => (await import('#features/session/tell-language.ts')).tellLanguage,
);
export const keepFocus = latePart(async () => (await import('./layout/keep-focus.ts')).keepFocus);

/** Whether these were fetched for later. */
export const hasPrefetched = createStore(() => false);
