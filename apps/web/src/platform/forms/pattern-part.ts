import { latePart } from '#platform/late/late-part.ts';

/** The engine for patterns of the settings, which only a form with such a pattern needs. */
export const patternPart = latePart(() => import('@refectory/contract/pattern'));
