import type { Database } from '@refectory/database/database';
import { currentTerms, type Terms } from '@refectory/database/terms';

/** The SQL of the terms. */
export function termsQueries(database: Database) {
  return {
    /** The terms in force. */
    current: (): Promise<Terms | undefined> => currentTerms(database),

    /** The version a customer accepted last. */
    async acceptedVersion(customerId: number): Promise<number | undefined> {
      const { rows } = await database.pool.query<{ version: number | null }>({
        name: 'terms-accepted-version',
        text: 'select max(version) as version from terms_consent where customer_id = $1',
        values: [customerId],
      });
      return rows[0]?.version ?? undefined;
    },
  };
}
