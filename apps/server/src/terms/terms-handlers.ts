import type { terms } from '@refectory/contract/terms';
import { acceptTerms, termsHash, type Terms } from '@refectory/database/terms';
import { languages, type Language } from '@refectory/domain/texts';

import { recordEvent } from '../audit/audit-queries.ts';
import type { ChangeOnce } from '../http/change-once.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import type { termsQueries } from './terms-queries.ts';

/** The terms as a reader of a language gets them: in that language, else in English, else in the first there is. */
function textFor({ texts }: Terms, language: Language): { language: Language; content: string } {
  const written = [language, 'en' as const, ...languages].find((one) => texts[one] !== undefined);
  return { language: written ?? 'en', content: (written && texts[written]) ?? '' };
}

/** The handlers of the terms. */
export function termsHandlers(services: {
  readonly queries: ReturnType<typeof termsQueries>;
  readonly changeOnce: ChangeOnce;
}): ServerHandlers<typeof terms> {
  const { queries, changeOnce } = services;
  return {
    async getTerms({ session, language }) {
      const { terms, accepted: acceptedVersion } = await queries.toRead(session.customerId);
      if (terms === undefined) return { content: '' };
      const { content } = textFor(terms, language);
      return {
        content,
        termsHash: terms.isBinding ? termsHash(content) : undefined,
        termsVersion: terms.version,
        acceptedVersion,
      };
    },

    async acceptTerms(context, { body }) {
      const { session, now } = context;
      await changeOnce(context, async () => {
        const current = await queries.binding();
        // Whatever the language of this call is, the hash says in which one they were read.
        const read = languages.find((one) => {
          const content = current?.texts[one];
          return content !== undefined && termsHash(content) === body.termsHash;
        });
        if (
          current === undefined ||
          read === undefined ||
          body.versions.some((version) => String(version) !== String(current.version))
        )
          throw refuse('termsChanged');
        const { version } = current;
        return async (transaction) => {
          const { customerId } = session;
          const consent = { customerId, version, language: read, hash: body.termsHash, now };
          if (await acceptTerms(transaction, consent))
            await recordEvent(transaction, {
              customerId,
              kind: 'terms-accepted',
              details: { version, language: read, hash: body.termsHash },
              now,
            });
        };
      });
      return {};
    },
  };
}
