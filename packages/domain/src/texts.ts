/** The languages of the product. */
export const languages = ['cs', 'en', 'pl', 'sk'] as const;
export type Language = (typeof languages)[number];

/** One text per language; `und` (undetermined) holds a text that came without a language, as from a file. */
export type Texts = Readonly<Partial<Record<Language | 'und', string>>>;

/** The text for a reader of a language: that language, else English, else whatever there is. */
export function textIn(texts: Texts, language: Language): string {
  return texts[language] ?? texts.en ?? texts.und ?? Object.values(texts)[0] ?? '';
}

/** One text for all languages, or one for each: how a configuration gives its texts. */
export type LocalText = string | Texts;

/** A configured text for a reader of a language. */
export function localText(text: LocalText, language: Language): string {
  return typeof text === 'string' ? text : textIn(text, language);
}
