import type { Failure } from '@refectory/contract/errors';

/** Failures without an answer that can be understood. */
const WITHOUT_ANSWER: ReadonlySet<Failure['kind']> = new Set(['offline', 'unavailable', 'malformed']);

/** 408 and 429 may come from whatever stands before the server; 409 says that the call is under way. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

/** Whether a failure says nothing of what was asked for: nobody answered, was busy, or failed. The same call may do later. */
export function saysNothing(failure: Failure): boolean {
  if (failure.kind === 'refused') return failure.status >= 500 || PASSING.has(failure.status);
  return WITHOUT_ANSWER.has(failure.kind);
}
