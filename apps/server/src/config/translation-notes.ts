import { TYPE } from '@formatjs/icu-messageformat-parser';
import type { Settings } from '@refectory/contract/settings';
import { languages, type Language } from '@refectory/domain/texts';
import { allWords } from '@refectory/translations/all-words';
import { placeOf, type Areas } from '@refectory/translations/text-place';
import compile from 'icu-minify/compile';

import type { EntryFinding } from './config-entry.ts';
import { argumentsOf } from './message-arguments.ts';
import { didYouMean, nearestName } from './nearest-name.ts';

/** What a configuration's own texts come to: which of them replace none, or cannot be shown as they are meant. */
export async function translationNotes(settings: Settings): Promise<EntryFinding[]> {
  const notes = languages.map((language) => notesOfLanguage(language, settings));
  return (await Promise.all(notes)).flat();
}

async function notesOfLanguage(
  language: Language,
  { translations, languages: offered }: Settings,
): Promise<EntryFinding[]> {
  const own = translations[language];
  if (own === undefined) return [];
  if (!offered.includes(language))
    return [
      {
        path: ['translations', language],
        text: `"${language}" is not offered, so these texts are never shown`,
      },
    ];
  const words: Areas = await allWords(language);
  return Object.entries(own).flatMap(([key, text]) => {
    const wrong = whatIsWrong(key, text, words);
    return wrong === undefined ? [] : [{ path: ['translations', language, key], text: wrong }];
  });
}

/** What is wrong with a text that is to replace one; undefined where nothing is. */
function whatIsWrong(key: string, text: string, words: Areas): string | undefined {
  const [area = '', name] = placeOf(key, words);
  const texts = Object.hasOwn(words, area) ? words[area] : undefined;
  if (!texts || !Object.hasOwn(texts, name))
    return `there is no text of this name to replace${didYouMean(nearestKey(key, words))}`;
  const problem = whyNoMessage(text);
  if (problem !== undefined)
    return `it is no ICU message (${problem}), so the application's own text is shown`;
  const known = placeholdersOf(String(texts[name]));
  const unknown = placeholdersOf(text).filter((placeholder) => !known.includes(placeholder));
  if (unknown.length === 0) return undefined;
  const has = known.length === 0 ? 'no placeholder' : known.join(', ');
  const verb = unknown.length === 1 ? 'means' : 'mean';
  return `${unknown.join(', ')} ${verb} nothing here, so the application's own text is shown, which has ${has}`;
}

/** The placeholders and tags of a message as they are written: `{count}`, `<b>`. */
function placeholdersOf(message: string): string[] {
  return [...argumentsOf(message)].map(([name, kind]) => (kind === TYPE.tag ? `<${name}>` : `{${name}}`));
}

/** The key that is meant by one that replaces no text; undefined where none is near. */
function nearestKey(key: string, words: Areas): string | undefined {
  const [area = '', name] = placeOf(key, words);
  const keys = Object.entries(words).flatMap(([owner, texts]) =>
    Object.keys(texts).map((text) => ({ key: `${owner}.${text}`, owner, name: text })),
  );
  // In an area that there is, the name is wrong; of a key without an area, the area is what is missing.
  const byName = keys.filter(({ owner }) => owner === area || area === '');
  const nearest = nearestName(
    name,
    byName.map((candidate) => candidate.name),
  );
  const meant = byName.find((candidate) => candidate.name === nearest);
  return byName.length > 0
    ? meant?.key
    : nearestName(
        key,
        keys.map((candidate) => candidate.key),
      );
}

/** Why a text is no message, by the judge that the browser has; undefined where it is one. */
function whyNoMessage(text: string): string | undefined {
  try {
    compile(text);
    return undefined;
  } catch (error) {
    // The parser names its complaints like EXPECT_ARGUMENT_CLOSING_BRACE.
    return String(error instanceof Error ? error.message : error)
      .replaceAll('_', ' ')
      .toLowerCase();
  }
}
