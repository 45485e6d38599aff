import type { Menu, MenuItem } from '@refectory/contract/menu';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import { dishStatus } from '@refectory/domain/dish';
import { DISH_FILTERS } from '@refectory/domain/dish-filter';
import type { TimeSpan } from '@refectory/domain/period';
import { textIn, type Language, type Texts } from '@refectory/domain/texts';

import type { MenuRow } from './menu-queries.ts';

/** A dish as it goes over the wire. Without a price for the caller there is nothing to order. */
function menuItem(row: MenuRow, canteenId: number, language: Language, now: Instant): MenuItem {
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
    status: dishStatus({ ...row, state: row.unitPrice === null ? 'readonly' : row.state, now }),
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

/** The menu's filters: those its dishes answer to, in the order of the product's list. */
function menuFilters(rows: readonly MenuRow[], language: Language): Menu['filters'] {
  const present = new Set(rows.flatMap(({ filters }) => filters));
  const known = Object.entries<Texts>(DISH_FILTERS).filter(([id]) => present.has(id));
  const own = [...present].filter((id) => !Object.hasOwn(DISH_FILTERS, id)).sort();
  return [
    ...known.map(([id, name]) => ({ id, name: textIn(name, language) })),
    ...own.map((id) => ({ id, name: id })),
  ];
}

/** The menu as it goes over the wire, without the moment it was made at. */
export function menuAnswer(menu: {
  canteenId: number;
  timeSpan: TimeSpan;
  rows: readonly MenuRow[];
  availableDays: readonly CalendarDay[];
  closedDays: readonly { day: CalendarDay; reason: Texts }[];
  language: Language;
  now: Instant;
}): Omit<Menu, 'serverTime'> {
  const { canteenId, timeSpan, rows, language, now } = menu;
  return {
    canteenId,
    timeSpan,
    filters: menuFilters(rows, language),
    availableDays: [...menu.availableDays],
    closedDays: menu.closedDays.map(({ day, reason }) => ({ date: day, reason: textIn(reason, language) })),
    menu: rows.map((row) => menuItem(row, canteenId, language, now)),
  };
}

/** The next moment at which a status of the menu may change by itself; undefined when none will. */
export function nextCutOff(rows: readonly MenuRow[], now: Instant): Instant | undefined {
  const ahead = rows.map(({ orderUntil }) => orderUntil).filter((until) => until >= now);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}
