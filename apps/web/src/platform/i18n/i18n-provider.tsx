import { failureOf } from '@refectory/contract/errors';
import type { Language } from '@refectory/domain/texts';
import type { Messages } from '@refectory/translations/messages';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { tellFailure } from '#platform/api/describe-error.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';

import { createFormats, type FormatOptions, type Formats } from './formats.ts';

const FormatsContext = createContext<Formats | undefined>(undefined);

/** Amounts, days and times in the current language. */
export function useFormats(): Formats {
  const formats = useContext(FormatsContext);
  if (!formats) throw new Error('there are no formats above this component');
  return formats;
}

/** The language of the words on screen. */
export function useLanguage(): Language {
  const { words, language } = usePlatform();
  return useStore(words.shown)?.language ?? language();
}

/**
 * Gives texts and formats to everything below. After a change of language the old texts stay until
 * the new ones are loaded, so that nothing on the page is lost; where they cannot be, the old language
 * is chosen again.
 */
export function I18nProvider({ children }: { children: ReactNode }) {
  const platform = usePlatform();
  const { words, zone } = platform;
  const wanted = useSnapshot(() => platform.language());
  const shown = useStore(words.shown);

  useEffect(() => {
    words.change(wanted).then(
      (hasChanged) => {
        // What the server wrote in the old language is read again.
        if (hasChanged) void platform.queries.invalidateQueries();
      },
      (error: unknown) => {
        tellFailure(platform.toasts, failureOf(error) ?? { kind: 'malformed' });
        platform.snapshot.setState({ language: words.shown.getState()?.language });
      },
    );
  }, [wanted, words, platform]);

  const language = shown?.language;
  useEffect(() => {
    if (language) document.documentElement.lang = language;
  }, [language]);

  if (!shown) return null;
  // Nothing on the screen shows an area that is not there yet.
  const messages = shown.messages as Messages;
  return (
    <IntlProvider locale={shown.language} messages={messages} timeZone={zone}>
      <FormatsProvider language={shown.language}>{children}</FormatsProvider>
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
