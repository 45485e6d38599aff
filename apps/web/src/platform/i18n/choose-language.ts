import type { Language } from '@refectory/domain/texts';

import type { Platform } from '#platform/platform.ts';

/** Changes the interface's language; what the server wrote in the old one is read again. */
export function chooseLanguage(platform: Platform, language: Language): void {
  platform.snapshot.setState({ language });
  void platform.queries.invalidateQueries();
}
