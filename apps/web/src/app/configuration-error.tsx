import { languages } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import { createRoot } from 'react-dom/client';
import { IntlProvider, useTranslations } from 'use-intl';

import { initialLanguage } from '#platform/i18n/language.ts';
import type { SettingsProblem } from '#platform/settings/config-file.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/**
 * The missing-config error modal: the application cannot start, and nothing else can be used. In a
 * language of the browser, since the configured ones are not known.
 */
export async function showConfigurationError(
  container: HTMLElement,
  problem: SettingsProblem,
): Promise<() => void> {
  const language = initialLanguage({
    chosen: undefined,
    browser: navigator.languages,
    configured: ['en', ...languages],
  });
  const { messages } = await languageEntry(language).load();
  document.documentElement.lang = language;
  const root = createRoot(container);
  root.render(
    <IntlProvider locale={language} messages={messages}>
      <ConfigurationError problem={problem} />
    </IntlProvider>,
  );
  return () => root.unmount();
}

function ConfigurationError({ problem }: { problem: SettingsProblem }) {
  const t = useTranslations('Error');
  return (
    <Dialog
      open
      closable={false}
      title={t('configurationTitle')}
      footer={<Button onClick={() => globalThis.location.reload()}>{t('startAgain')}</Button>}
    >
      {'missing' in problem ? (
        <>
          <p>{t('severeParameters')}</p>
          <p>{t('missingParameters', { names: problem.missing.join(', ') })}</p>
        </>
      ) : (
        <p>{t('unreadableConfiguration', { line: problem.line, column: problem.column })}</p>
      )}
    </Dialog>
  );
}
