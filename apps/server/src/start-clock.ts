import { StartRefusal } from '@refectory/contract/environment';
import type { Instant } from '@refectory/domain/day';

/** The clock, shifted to begin at `REFECTORY_NOW` where that is set; a server refuses that unless it is for development. */
export function startClock(shifted: string | undefined): () => Instant {
  if (shifted === undefined) return Date.now;
  const begin = Date.parse(shifted);
  if (Number.isNaN(begin))
    throw new StartRefusal(`REFECTORY_NOW has to be a moment like 2026-11-30T10:00:00Z, not "${shifted}".`);
  const shift = begin - Date.now();
  return () => Date.now() + shift;
}
