import { languages, type Language } from '@refectory/domain/texts';

/** Whether a text is the code of a language of the product. */
function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/**
 * The language to begin with: the one chosen before, else the first of the browser's that is
 * configured, else the first configured one.
 */
export function initialLanguage(options: {
  chosen: Language | undefined;
  browser: readonly string[];
  configured: readonly Language[];
}): Language {
  const { chosen, browser, configured } = options;
  if (chosen && configured.includes(chosen)) return chosen;
  for (const tag of browser) {
    const code = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(code) && configured.includes(code)) return code;
  }
  return configured[0] ?? 'en';
}
