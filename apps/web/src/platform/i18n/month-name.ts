import { languageEntry } from '@refectory/translations/languages';
import { instantOf, dayAt, type Moment } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';

/** The month of a moment in a zone, `yyyy-MM`; undefined for one that cannot be read. */
export function monthOf(moment: Moment | undefined, zone: string): string | undefined {
  const instant = instantOf(moment, zone);
  return instant === undefined ? undefined : dayAt(instant, zone).slice(0, 7);
}

/** The name of a month, `yyyy-MM`, and its year. */
export function monthName(month: string, language: Language): string {
  const { locale } = languageEntry(language);
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );
}
