import type { Language } from '@refectory/domain/texts';

import { languageEntry } from './languages.ts';
import { lateAreas } from './late-areas.ts';
import type { Messages } from './messages.ts';

/** Every text of a language, also of the areas that load late. */
export async function allWords(language: Language): Promise<Messages> {
  const { messages } = await languageEntry(language).load();
  const late = await Promise.all(
    Object.entries(lateAreas).map(async ([area, load]) => [area, await load(language)] as const),
  );
  // One entry for each late area.
  return { ...messages, ...Object.fromEntries(late) } as Messages;
}
