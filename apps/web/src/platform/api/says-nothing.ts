import type { Failure } from '@refectory/contract/errors';

/** 408 and 429 may come from whatever stands before the server; 409 says that the call is under way. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

/** Whether a refusal says nothing of what was asked for: whoever sent it was busy, or failed. The same call may do later. */
export function saysNothing(failure: Failure): boolean {
  return failure.kind === 'refused' && (failure.status >= 500 || PASSING.has(failure.status));
}
