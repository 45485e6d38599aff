import type { Language } from '@refectory/domain/texts';

/** A text in each of the product's languages. */
export type DemoTexts = Readonly<Record<Language, string>>;
