import { failureOf } from '@refectory/contract/errors';
import type { Language } from '@refectory/domain/texts';

import { act } from '#platform/api/action.ts';
import type { Platform } from '#platform/platform.ts';
import { warnOperator } from '#platform/settings/warn-operator.ts';

const LANGUAGE = 'language';

/**
 * Tells the server the language that the customer chose, among everything it has of them: read afresh, so that nothing
 * is overwritten with what was read before. A failure is logged; the interface keeps the language.
 */
export async function tellLanguage(platform: Platform, language: Language): Promise<void> {
  const { call, queries, query, snapshot } = platform;
  try {
    const {
      type,
      userName,
      companyName,
      firstName,
      lastName,
      email,
      additionalData = [],
    } = await call('getCustomer', undefined);
    // Another one may have been chosen meanwhile.
    if (snapshot.getState().language !== language) return;
    const before = additionalData.find(({ variableId }) => variableId === LANGUAGE);
    const others = additionalData.filter((entry) => entry !== before);
    const entry = { ...before, variableId: LANGUAGE, value: language };
    await act(platform, 'updateCustomer', {
      body: {
        type,
        userName,
        companyName,
        firstName,
        lastName,
        email,
        additionalData: [...others, entry],
      },
    });
    await queries.invalidateQueries({ queryKey: query('getCustomer', undefined).queryKey });
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    warnOperator(`The server was not told of the language ${language}: ${failure.kind}.`);
  }
}
