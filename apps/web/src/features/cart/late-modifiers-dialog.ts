import { latePart } from '#platform/late/late-part.ts';

/** The dialog that asks what goes with a dish. */
export const modifiersDialog = latePart(
  async () => (await import('./modifiers-dialog.tsx')).ModifiersDialog,
  {
    words: ['cart'],
  },
);
