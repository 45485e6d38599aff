import { languages, type Language } from '@refectory/domain/texts';

const DEFAULT_LANGUAGE: Language = 'en';

/** Longer than any browser's, and short enough to be read in no time, whatever it holds. */
const READ_CHARACTERS = 1000;

/** Headers of which what they mean is remembered: browsers send the same few again and again. */
const REMEMBERED = 500;

/** Remembers what a function makes of texts, of long ones too: they count as what is read of them. */
export function rememberTexts<Meaning>(
  read: (text: string | undefined) => Meaning,
): (text: string | string[] | undefined) => Meaning {
  const known = new Map<string | undefined, Meaning>();
  return (header) => {
    const text = typeof header === 'string' ? header.slice(0, READ_CHARACTERS) : undefined;
    const meaning = known.get(text);
    if (meaning !== undefined || known.has(text)) return meaning as Meaning;
    const made = read(text);
    // Made-up headers cannot fill the cache: at worst a header is parsed again.
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, made);
    return made;
  };
}

/** Names of an `Accept-…` header with their weights, the heaviest first; those refused by `q=0` are left out. */
export function weighted(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, READ_CHARACTERS)
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      const weight = q === undefined ? 1 : Number(q.slice(2));
      return { name, weight: Number.isNaN(weight) ? 0 : weight };
    })
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name);
}

/**
 * The language to answer in: the most wanted one of those there are, a regional one counting as its
 * language, else English or, where there is no English, the first.
 */
export function languageOf(header: string | undefined, available: readonly Language[] = languages): Language {
  return (
    wantedLanguage(header, available) ??
    (available.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : (available[0] ?? DEFAULT_LANGUAGE))
  );
}

function wantedLanguage(header: string | undefined, available: readonly Language[]): Language | undefined {
  const wanted = weighted(header).map((name) => name.split('-')[0] ?? '');
  return wanted.find((code): code is Language => (available as readonly string[]).includes(code));
}

/** The language of a call, of all there are. */
export const languageOfCall = rememberTexts((header) => languageOf(header));

/** The language that a call names; nothing where it names none of those there are. */
export const languageNamed = rememberTexts((header) => wantedLanguage(header, languages));
