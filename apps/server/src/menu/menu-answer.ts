import type { Menu, MenuItem } from '@refectory/contract/menu';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import { dishStatus } from '@refectory/domain/dish';
import { DISH_FILTERS } from '@refectory/domain/dish-filter';
import type { TimeSpan } from '@refectory/domain/period';
import { textIn, type Language, type Texts } from '@refectory/domain/texts';

import { modifiersOnWire } from '../orders/modifiers-on-wire.ts';
import type { MenuRow, OfferedRow } from './menu-queries.ts';

/** A dish as it goes over the wire. Without a price for the caller there is nothing to order. */
function menuItem(
  row: MenuRow,
  { canteenId, customerId, language, now }: Pick<MenuInput, 'canteenId' | 'customerId' | 'language' | 'now'>,
): MenuItem {
  // Customers do not see their own offers on exchange.
  const offers = row.offers.filter((offer) => offer.customerId !== customerId);
  const offered = offers.reduce((sum, { portions }) => sum + portions, 0);
  const status = dishStatus({ ...row, offered, state: row.unitPrice === null ? 'readonly' : row.state, now });
  const text = (texts: Texts | null) => (texts ? textIn(texts, language) : undefined);
  const name = textIn(row.name, language);
  return {
    mealId: row.mealId,
    date: row.day,
    canteenId,
    name,
    group: textIn(row.group, language),
    filter: row.filters,
    price: row.unitPrice ?? undefined,
    status,
    ...(status === 'EXCHANGE' && {
      offers: alikeTogether(offers).map(({ portions, modifiers }) => ({
        portions,
        ...(modifiers.length > 0 && { modifiers: modifiersOnWire(modifiers, language) }),
      })),
    }),
    quantity: row.remaining,
    remaining: row.remaining,
    allowMultipleOrder: row.allowMultipleOrder,
    orderUntil: row.orderUntil,
    cancelUntil: row.cancelUntil,
    exchangeUntil: row.exchangeUntil,
    pickupFrom: row.pickupFrom ?? undefined,
    pickupTo: row.pickupTo ?? undefined,
    product: {
      id: row.productId,
      name,
      image: row.image ?? undefined,
      description: text(row.description),
      size: text(row.size),
      healthIndex: row.healthIndex ?? undefined,
      additionalData: row.additionalData.map(({ variableId, value }) => ({
        variableId,
        value: textIn(value, language),
      })),
      allergens: row.allergens.map(({ shortName, longName }) => ({
        shortName,
        longName: textIn(longName, language),
      })),
      ...(row.modifierGroups.length > 0 && {
        modifierGroups: row.modifierGroups.map((group) => ({
          ...group,
          name: textIn(group.name, language),
          options: modifiersOnWire(group.options, language),
        })),
      }),
    },
  };
}

/** What is offered, whoever offers it. */
export type Offered = Omit<MenuRow['offers'][number], 'customerId'>;

/** What is offered, the portions with the same modifiers together. */
export function alikeTogether(offers: readonly Offered[]): readonly Offered[] {
  const alike = new Map<string, Offered>();
  for (const { portions, modifiers } of offers) {
    const chosen = modifiers.map(({ id }) => id);
    const key = chosen.toSorted().join(' ');
    alike.set(key, { modifiers, portions: portions + (alike.get(key)?.portions ?? 0) });
  }
  return [...alike.values()];
}

/** The menu's filters: those its dishes answer to, in the order of the product's list, which are all about diet. */
function menuFilters(rows: readonly MenuRow[], language: Language): Menu['filters'] {
  const present = new Set(rows.flatMap(({ filters }) => filters));
  const known = Object.entries<Texts>(DISH_FILTERS).filter(([id]) => present.has(id));
  const own = [...present].filter((id) => !Object.hasOwn(DISH_FILTERS, id)).sort();
  return [
    ...known.map(([id, name]) => ({ id, name: textIn(name, language), kind: 'diet' as const })),
    ...own.map((id) => ({ id, name: id })),
  ];
}

/** What a menu's answer is made of. */
type MenuInput = {
  canteenId: number;
  /** Whose menu it is; absent for all who offer nothing on it. */
  customerId?: number | undefined;
  timeSpan: TimeSpan;
  rows: readonly MenuRow[];
  availableDays: readonly CalendarDay[];
  closedDays: readonly { readonly day: CalendarDay; readonly reason: Texts }[];
  /** What is offered today, where today is not among the days of the menu. */
  offeredToday: readonly OfferedRow[];
  language: Language;
  now: Instant;
};

/** Who offers portions of these dishes, or of today's, to others. */
export function giversOf(rows: readonly MenuRow[], offeredToday: readonly OfferedRow[]): ReadonlySet<number> {
  const offers = [...rows.flatMap((row) => row.offers), ...offeredToday];
  return new Set(offers.map(({ customerId }) => customerId));
}

/** The menu as it goes over the wire, without the moment it was made at. */
export function menuAnswer(menu: MenuInput): Omit<Menu, 'serverTime'> {
  const { canteenId, timeSpan, rows, language, customerId } = menu;
  const offeredToday = menu.offeredToday.filter((offer) => offer.customerId !== customerId);
  return {
    canteenId,
    timeSpan,
    filters: menuFilters(rows, language),
    availableDays: [...menu.availableDays],
    closedDays: menu.closedDays.map(({ day, reason }) => ({ date: day, reason: textIn(reason, language) })),
    ...(offeredToday.length > 0 && {
      offeredToday: offeredToday.reduce((sum, { portions }) => sum + portions, 0),
    }),
    menu: rows.map((row) => menuItem(row, menu)),
  };
}

/** The next moment at which a status of the menu may change by itself; undefined when none will. */
export function nextCutOff(rows: readonly MenuRow[], now: Instant): Instant | undefined {
  const ahead = rows
    .flatMap(({ orderUntil, exchangeUntil }) => [orderUntil, exchangeUntil])
    .filter((until) => until >= now);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}
