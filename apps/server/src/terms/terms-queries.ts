import type { Database } from '@refectory/database/database';
import { bindingTerms, currentTerms, type Terms } from '@refectory/database/terms';

/** The SQL of the terms. */
export function termsQueries(database: Database) {
  /** The version a customer accepted last. */
  async function acceptedVersion(customerId: number): Promise<number | undefined> {
    const { rows } = await database.pool.query<{ version: number | null }>({
      name: 'terms-accepted-version',
      text: 'select max(version) as version from terms_consent where customer_id = $1',
      values: [customerId],
    });
    return rows[0]?.version ?? undefined;
  }

  return {
    /** The last version that customers have to accept. */
    binding: (): Promise<Terms | undefined> => bindingTerms(database),

    /**
     * What a customer is to read: the last version they have to accept, until they have accepted it, and then the one that
     * was published last; and which version they accepted last.
     */
    async toRead(customerId: number): Promise<{ terms: Terms | undefined; accepted: number | undefined }> {
      const [binding, accepted] = [await bindingTerms(database), await acceptedVersion(customerId)];
      const isOwed = binding !== undefined && binding.version > (accepted ?? 0);
      return { terms: isOwed ? binding : await currentTerms(database), accepted };
    },
  };
}
