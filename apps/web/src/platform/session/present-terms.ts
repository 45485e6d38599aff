import { failureOf } from '@refectory/contract/errors';
import type { Terms } from '@refectory/contract/terms';
import { areTermsKnown } from '@refectory/domain/terms';

import type { Platform } from '#platform/platform.ts';

import { logout } from './logout.ts';

const presenting = new WeakMap<Platform, Promise<boolean>>();

/**
 * Presents the terms in force to a customer who does not know them, or of whom the server asks to accept them; answers
 * whether they were presented and agreed to, or seen where there is nothing to agree to. Who declines is logged out.
 * Terms that cannot be read are not presented.
 */
export function presentTerms(
  platform: Platform,
  { areRequired = false }: { readonly areRequired?: boolean } = {},
): Promise<boolean> {
  const underWay = presenting.get(platform);
  if (underWay) return underWay;
  const begun = presentTermsOnce(platform, areRequired).finally(() => presenting.delete(platform));
  presenting.set(platform, begun);
  return begun;
}

async function presentTermsOnce(platform: Platform, areRequired: boolean): Promise<boolean> {
  for (;;) {
    const { customerId } = platform.snapshot.getState().session;
    const terms = await readTerms(platform);
    const { session } = platform.snapshot.getState();
    if (!terms || customerId === undefined || session.customerId !== customerId) return false;
    if (!areRequired && areTermsKnown(terms, session.terms?.version)) return false;
    const answer = await platform.dialogs.open('terms', { terms });
    if (answer === 'declined') logout(platform);
    if (answer !== 'changed') return answer === 'agreed';
  }
}

/** The terms in force; undefined where they cannot be read, of which nothing is said. */
async function readTerms({ call }: Platform): Promise<Terms | undefined> {
  try {
    return await call('getTerms', undefined);
  } catch (error) {
    if (!failureOf(error)) throw error;
    return undefined;
  }
}
