import type { Feature } from '#platform/feature.ts';
import { latePart } from '#platform/late/late-part.ts';

/** What became of a customer's money. */
export const reportsFeature: Feature = {
  profilePages: { vouchers: latePart(async () => (await import('./vouchers-page.tsx')).default) },
};
