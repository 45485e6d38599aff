import { languageEntry } from '@refectory/translations/languages';
import type { Messages } from '@refectory/translations/messages';
import type { Settings } from '@refectory/contract/settings';
import type { Language } from '@refectory/domain/texts';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';

import { tellFailure } from '#platform/api/describe-error.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';

import { createFormats, type FormatOptions, type Formats } from './formats.ts';

/** Texts of one language, loaded. */
export type LoadedLanguage = { readonly language: Language; readonly messages: Messages };

/** Loads the texts of a language, with the configuration's own over them. // spec §1 */
export async function loadLanguage(
  language: Language,
  translations: Settings['translations'],
): Promise<LoadedLanguage> {
  const custom = translations[language];
  const [{ messages }, customTexts] = await Promise.all([
    languageEntry(language).load(),
    custom && import('./custom-texts.ts'),
  ]);
  return { language, messages: customTexts ? customTexts.withCustomTexts(messages, custom ?? {}) : messages };
}

const FormatsContext = createContext<Formats | undefined>(undefined);

/** Amounts, days and times in the current language. */
export function useFormats(): Formats {
  const formats = useContext(FormatsContext);
  if (!formats) throw new Error('there are no formats above this component');
  return formats;
}

/**
 * Gives texts and formats to everything below. After a change of language the old texts stay until
 * the new ones are loaded, so that nothing on the page is lost; where they cannot be, the old language
 * is chosen again.
 */
export function I18nProvider({ initial, children }: { initial: LoadedLanguage; children: ReactNode }) {
  const platform = usePlatform();
  const wanted = useSnapshot(() => platform.language());
  const [loaded, setLoaded] = useState(initial);

  useEffect(() => {
    if (wanted === loaded.language) return undefined;
    let isCurrent = true;
    loadLanguage(wanted, platform.settings.translations).then(
      (next) => {
        if (!isCurrent) return;
        setLoaded(next);
        // What the server wrote in the old language is read again.
        void platform.queries.invalidateQueries();
      },
      () => {
        if (!isCurrent) return;
        tellFailure(platform.toasts, { kind: 'offline' });
        platform.snapshot.setState({ language: loaded.language });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted, loaded.language, platform]);

  useEffect(() => {
    document.documentElement.lang = loaded.language;
  }, [loaded.language]);

  return (
    <IntlProvider locale={loaded.language} messages={loaded.messages} timeZone={platform.zone}>
      <FormatsProvider language={loaded.language}>{children}</FormatsProvider>
    </IntlProvider>
  );
}

function FormatsProvider({ language, children }: { language: Language; children: ReactNode }) {
  const { settings, zone } = usePlatform();
  const t = useTranslations();
  const invalidDate = t('Error.invalidDate');
  const timeOnDay: FormatOptions['timeOnDay'] = (weekday, time) =>
    t('shell.timeOnDay', { weekday: String(weekday), time });
  const timeOnDate: FormatOptions['timeOnDate'] = (date, time) => t('shell.timeOnDate', { date, time });
  const { currencyFormat } = settings;
  return (
    <FormatsContext
      value={createFormats({ language, currencyFormat, zone, invalidDate, timeOnDay, timeOnDate })}
    >
      {children}
    </FormatsContext>
  );
}
