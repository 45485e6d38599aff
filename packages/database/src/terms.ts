import { hash } from 'node:crypto';

import type { Instant } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';
import { desc, eq } from 'drizzle-orm';

import type { Database } from './database.ts';
import { terms, termsText } from './schema.ts';
import type { Transaction } from './transaction.ts';

/** What a version of the terms says, in the languages it is written in: HTML. */
export type TermsTexts = Readonly<Partial<Record<Language, string>>>;

/** A version of the terms of use. */
export type Terms = {
  readonly version: number;
  /** Customers have to accept it before they order. */
  readonly isBinding: boolean;
  readonly publishedAt: Instant;
  readonly texts: TermsTexts;
};

/** The version that was published last; undefined where there are none. */
export async function currentTerms({ orm }: Pick<Database, 'orm'>): Promise<Terms | undefined> {
  const [current] = await orm.select().from(terms).orderBy(desc(terms.version)).limit(1);
  return current && withTexts(orm, current);
}

/** The last version that customers have to accept. One that is only told about later does not lift it. */
export async function bindingTerms({ orm }: Pick<Database, 'orm'>): Promise<Terms | undefined> {
  const [binding] = await orm
    .select()
    .from(terms)
    .where(eq(terms.isBinding, true))
    .orderBy(desc(terms.version))
    .limit(1);
  return binding && withTexts(orm, binding);
}

async function withTexts(orm: Database['orm'], version: typeof terms.$inferSelect): Promise<Terms> {
  const written = await orm.select().from(termsText).where(eq(termsText.version, version.version));
  return {
    ...version,
    texts: Object.fromEntries(written.map(({ language, content }) => [language, content])),
  };
}

/** Publishes the next version of the terms, which is in force from then on; answers its number. */
export function publishTerms(
  { orm }: Database,
  {
    texts,
    isBinding,
    now,
  }: { readonly texts: TermsTexts; readonly isBinding: boolean; readonly now: Instant },
): Promise<number> {
  return orm.transaction(async (transaction) => {
    const [last] = await transaction.select().from(terms).orderBy(desc(terms.version)).limit(1);
    const version = (last?.version ?? 0) + 1;
    await transaction.insert(terms).values({ version, isBinding, publishedAt: now });
    await transaction.insert(termsText).values(
      Object.entries(texts).map(([language, content]) => ({
        version,
        // The keys of the texts are languages.
        language: language as Language,
        content,
      })),
    );
    return version;
  });
}

/** What stands for a text of the terms: SHA-256 of it, in hexadecimal digits. */
export function termsHash(content: string): string {
  return hash('sha256', content, 'hex');
}

/** A consent to a text of the terms: `hash` is that of the text that was read. */
export type Consent = {
  readonly customerId: number;
  readonly version: number;
  readonly language: Language;
  readonly hash: string;
  readonly now: Instant;
};

/** Stores a consent; answers whether it is the customer's first to this version. */
export async function acceptTerms(
  transaction: Transaction,
  { customerId, version, language, hash: textHash, now }: Consent,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'terms-accept',
    text: `insert into terms_consent (customer_id, version, language, text_hash, accepted_at)
           values ($1, $2, $3, $4, $5) on conflict (customer_id, version) do nothing`,
    values: [customerId, version, language, Buffer.from(textHash, 'hex'), new Date(now)],
  });
  return rowCount === 1;
}
