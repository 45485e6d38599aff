import type { Settings } from '@refectory/contract/settings';
import type { Language } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import type { LateArea } from '@refectory/translations/late-areas';
import type { BaseMessages, LateMessages } from '@refectory/translations/messages';
import { createStore, type StoreApi } from 'zustand/vanilla';

import { fetchLate } from '#platform/late/late-part.ts';

/** The words on screen: one language, the areas that every page needs, and the areas that were wanted so far. */
export type ShownWords = {
  readonly language: Language;
  readonly messages: BaseMessages & Partial<LateMessages>;
  /** The areas among them that not every page has. */
  readonly late: readonly LateArea[];
};

/** The words of the application. What cannot be fetched rejects as `latePart` does, and changes nothing. */
export type Words = {
  /** The words on screen; undefined until the first language is there. */
  readonly shown: StoreApi<ShownWords | undefined>;
  /**
   * Shows another language with every area that is on screen, once all of it is fetched. False when there was nothing
   * to change, or a later change took over.
   */
  readonly change: (language: Language) => Promise<boolean>;
  /** Whether the words of these areas are there in the language on screen. */
  readonly has: (areas: readonly LateArea[]) => boolean;
  /** Adds the words of areas to those on screen. */
  readonly load: (areas: readonly LateArea[]) => Promise<void>;
  /** Fetches the words of areas for later; nothing happens where that fails. */
  readonly prefetch: (areas: readonly LateArea[]) => Promise<void>;
};

/** The words of the application, with a configuration's own over them. */
export function createWords(translations: Settings['translations']): Words {
  const shown = createStore<ShownWords | undefined>(() => undefined);
  const fetches = new Map<string, Promise<unknown>>();

  /** Fetches words once; those that could not be fetched are tried again. */
  function fetchOnce<Areas extends object>(
    language: Language,
    name: LateArea | 'base',
    fetchWords: () => Promise<Areas>,
  ): Promise<Areas> {
    const key = `${language} ${name}`;
    const before = fetches.get(key) as Promise<Areas> | undefined;
    if (before) return before;
    const custom = translations[language];
    const fetching = (async () => {
      const [areas, customTexts] = await Promise.all([fetchWords(), custom && import('./custom-texts.ts')]);
      return customTexts ? customTexts.withCustomTexts(areas, custom ?? {}) : areas;
    })();
    fetches.set(key, fetching);
    fetching.catch(() => fetches.delete(key));
    return fetching;
  }

  const fetchBase = (language: Language) =>
    fetchOnce(language, 'base', async () => (await languageEntry(language).load()).messages);

  async function fetchAreas(language: Language, areas: readonly LateArea[]): Promise<Partial<LateMessages>> {
    const parts = await Promise.all(
      areas.map((area) =>
        fetchOnce(language, area, async () => {
          const { lateAreas } = await import('@refectory/translations/late-areas');
          return { [area]: await lateAreas[area](language) };
        }),
      ),
    );
    return Object.assign({}, ...parts);
  }

  const missingIn = ({ late }: ShownWords, areas: readonly LateArea[]) =>
    areas.filter((area) => !late.includes(area));
  const now = () => {
    const words = shown.getState();
    if (!words) throw new Error('an area was wanted before there was a language');
    return words;
  };
  async function load(areas: readonly LateArea[]): Promise<void> {
    const { language } = now();
    const missing = missingIn(now(), areas);
    if (missing.length === 0) return undefined;
    const added = await fetchLate(() => fetchAreas(language, missing));
    // The language may have changed meanwhile.
    if (now().language !== language) return load(areas);
    const { messages, late } = now();
    shown.setState({
      language,
      messages: { ...messages, ...added },
      late: [...new Set([...late, ...areas])],
    });
    return undefined;
  }

  let turn = 0;
  async function change(language: Language): Promise<boolean> {
    turn += 1;
    const own = turn;
    if (shown.getState()?.language === language) return false;
    try {
      for (;;) {
        const areas = shown.getState()?.late ?? [];
        const [base, late] = await fetchLate(() =>
          Promise.all([fetchBase(language), fetchAreas(language, areas)]),
        );
        if (own !== turn) return false;
        // Another area may have come on screen meanwhile.
        if ((shown.getState()?.late ?? []).length > areas.length) continue;
        shown.setState({ language, messages: { ...base, ...late }, late: areas });
        return true;
      }
    } catch (error) {
      if (own !== turn) return false;
      throw error;
    }
  }

  return {
    shown,
    change,
    load,
    has: (areas) => areas.length === 0 || missingIn(now(), areas).length === 0,
    prefetch: (areas) => fetchAreas(now().language, areas).then(noop, noop),
  };
}

const noop = () => undefined;
