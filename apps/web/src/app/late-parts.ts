import { createStore } from 'zustand/vanilla';

import { latePart } from '#platform/late/late-part.ts';

/** The parts of the shell that the first page does without. */
export const dialogStack = latePart(async () => (await import('./dialog-stack.tsx')).DialogStack, {
  words: ['dialogs', 'login'],
});
export const toastRegion = latePart(async () => (await import('./toast-region.tsx')).ToastRegion);
export const signedIn = latePart(async () => (await import('./signed-in.tsx')).SignedIn, {
  words: ['session'],
});
export const signedOut = latePart(async () => (await import('./signed-out.tsx')).SignedOut, {
  words: ['login'],
});
export const cartSummary = latePart(
  async () => (await import('#features/cart/cart-summary-link.tsx')).CartSummaryLink,
  { words: ['cart'] },
);
export const tellLanguage = latePart(
  async () => (await import('#features/session/tell-language.ts')).tellLanguage,
);
export const keepFocus = latePart(async () => (await import('./layout/keep-focus.ts')).keepFocus);

export const footerContent = latePart(
  async () => (await import('./layout/footer-content.tsx')).FooterContent,
  { words: ['footer'] },
);
export const pageMeta = latePart(async () => (await import('./page-meta.tsx')).PageMeta, {
  words: ['meta'],
});
export const rereads = latePart(() => import('#platform/api/repeat-rereads.ts'));
export const brandHue = latePart(() => import('#ui/brand-hue.ts'));

/** Whether what an action needs was fetched for later. */
export const hasPrefetched = createStore(() => false);
