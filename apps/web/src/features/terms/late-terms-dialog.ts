import { latePart } from '#platform/late/late-part.ts';

/** The dialog of the terms, fetched when they are shown or likely to be. */
export const termsDialog = latePart(async () => (await import('./terms-dialog.tsx')).TermsDialog, {
  words: ['terms'],
});
