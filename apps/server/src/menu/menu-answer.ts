import type { Menu, MenuItem } from '@refectory/contract/menu';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import { dishStatus } from '@refectory/domain/dish';
import { DISH_FILTERS } from '@refectory/domain/dish-filter';
import type { TimeSpan } from '@refectory/domain/period';
import { textIn, type Language, type Texts } from '@refectory/domain/texts';

import type { MenuRow } from './menu-queries.ts';

/** A dish as it goes over the wire. Without a price for the caller there is nothing to order. */
function menuItem(
  row: MenuRow,
  { canteenId, customerId, language, now }: Pick<MenuInput, 'canteenId' | 'customerId' | 'language' | 'now'>,
): MenuItem {
  // Nobody sees his own offer as one (C28).
  const offered = Object.entries(row.offers).reduce(
    (sum, [giver, portions]) => (giver === String(customerId) ? sum : sum + portions),
    0,
  );
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
    status: dishStatus({ ...row, offered, state: row.unitPrice === null ? 'readonly' : row.state, now }),
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
    },
  };
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
  language: Language;
  now: Instant;
};

/** Who offers portions of these dishes to others. */
export function giversOf(rows: readonly MenuRow[]): ReadonlySet<number> {
  return new Set(rows.flatMap(({ offers }) => Object.keys(offers).map(Number)));
}

/** The menu as it goes over the wire, without the moment it was made at. */
export function menuAnswer(menu: MenuInput): Omit<Menu, 'serverTime'> {
  const { canteenId, timeSpan, rows, language } = menu;
  return {
    canteenId,
    timeSpan,
    filters: menuFilters(rows, language),
    availableDays: [...menu.availableDays],
    closedDays: menu.closedDays.map(({ day, reason }) => ({ date: day, reason: textIn(reason, language) })),
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
