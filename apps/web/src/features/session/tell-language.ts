import { failureOf } from '@refectory/contract/errors';
import { LANGUAGE_ENTRY } from '@refectory/domain/customer';
import { directFields } from '@refectory/domain/form-customer';
import type { Language } from '@refectory/domain/texts';

import { act } from '#platform/api/action.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import type { Platform } from '#platform/platform.ts';
import { warnOperator } from '#platform/settings/warn-operator.ts';

/**
 * Tells the server the language that the customer chose, among everything it has of them: read afresh, so that nothing
 * is overwritten with what was read before. A failure is logged; the interface keeps the language.
 */
export async function tellLanguage(platform: Platform, language: Language): Promise<void> {
  const { call, queries, snapshot } = platform;
  try {
    const stored = await call('getCustomer', undefined);
    // Another one may have been chosen meanwhile.
    if (snapshot.getState().language !== language) return;
    const { type, additionalData = [] } = stored;
    const direct = Object.fromEntries(directFields.map((id) => [id, stored[id]]));
    const before = additionalData.find(({ variableId }) => variableId === LANGUAGE_ENTRY);
    const others = additionalData.filter((entry) => entry !== before);
    const entry = { ...before, variableId: LANGUAGE_ENTRY, value: language };
    await act(platform, 'updateCustomer', {
      body: { type, ...direct, additionalData: [...others, entry] },
    });
    await rereadChanged(queries, 'updateCustomer');
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    warnOperator(`The server was not told of the language ${language}: ${failure.kind}.`);
  }
}
