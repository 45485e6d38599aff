import type { Allergen } from '@refectory/contract/menu';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { PrintedMenu } from '#ui/printed-menu.tsx';
import { usePrinting } from '#ui/use-printing.ts';

import type { DayView, MenuView } from './use-day-views.ts';

type Properties = MenuView & {
  readonly days: readonly DayView[];
  /** The canteen's name. */
  readonly canteen: string;
};

/** The printed menu: everything that is chosen, also what is not on screen yet. Rendered only while the browser prints. */
export function MenuToPrint(properties: Properties) {
  return usePrinting() && <Sheet {...properties} />;
}

function Sheet({ canteen, days: all, menu, from, to, filters, search }: Properties) {
  const days = all.filter(({ isShown }) => isShown);
  const t = useTranslations('menu');
  const formats = useFormats();
  const [first, last] = [days[0]?.day ?? from, days.at(-1)?.day ?? to];
  const until = formats.date('d. MMMM yyyy', last);
  const since = formats.date(first.slice(0, 4) === last.slice(0, 4) ? 'd. MMMM' : 'd. MMMM yyyy', first);
  const dishes = days.flatMap((day) => day.wanted.flatMap((group) => group.wanted));
  const names = menu.filters.filter(({ id }) => filters.includes(id)).map(({ name }) => name);
  const narrowedTo = [...names, search].filter(Boolean).join(', ');

  return (
    <PrintedMenu
      title={canteen}
      subtitle={first === last ? until : t('span', { from: since, to: until })}
      note={narrowedTo ? t('only', { what: narrowedTo }) : undefined}
      allergensLabel={t('allergens')}
      allergens={explained(dishes.flatMap(({ product }) => product?.allergens ?? []))}
      days={days.map(({ day, heading, wanted: groups, closedText }) => ({
        day,
        heading,
        closed: closedText,
        groups: groups.map(({ group, wanted }) => ({
          id: group,
          name: group || t('otherGroup'),
          dishes: wanted.map(({ mealId, name, product, price }) => ({
            id: `${mealId} ${product?.id ?? ''}`,
            name: product?.name || name || t('unnamed'),
            size: product?.size,
            allergens: product?.allergens?.map(({ shortName }) => shortName).join(', ') || undefined,
            price: price === undefined ? undefined : formats.price(price),
          })),
        })),
      }))}
    />
  );
}

/** Each allergen that has a long name once, in the order of the marks. */
function explained(allergens: readonly Allergen[]): Allergen[] {
  const byMark = new Map(
    allergens.filter(({ longName }) => longName).map((allergen) => [allergen.shortName, allergen]),
  );
  return [...byMark.values()].sort((one, other) =>
    one.shortName.localeCompare(other.shortName, undefined, { numeric: true }),
  );
}
