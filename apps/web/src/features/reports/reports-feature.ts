import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';

const words = { words: ['reports'] } as const;

/** What became of a customer's money. */
export const reportsFeature: Feature = {
  profilePages: {
    transactions: latePart(async () => (await import('./transactions-page.tsx')).default, words),
    consumption: latePart(async () => (await import('./consumption-page.tsx')).default, words),
    vouchers: latePart(async () => (await import('./vouchers-page.tsx')).default, words),
    bonuses: latePart(async () => (await import('./bonuses-page.tsx')).default, words),
    bills: latePart(async () => (await import('./bills-page.tsx')).default, words),
  },
};
