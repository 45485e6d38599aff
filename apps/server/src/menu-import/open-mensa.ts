import { isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import type { UnitPrice } from '@refectory/domain/money';
import { priceLevels } from '@refectory/domain/price-level';
import { SaxesParser } from 'saxes';

import { closedReason, type MenuFileDay, type MenuFileDish } from './menu-file.ts';
import { MenuFileError, type MenuFileReason } from './menu-file-error.ts';
import { unitPriceOf } from './menu-file-schema.ts';

/** The roles a feed may name a price for. // OpenMensa feed v2.1 */
const feedRoles = ['pupil', ...priceLevels] as const;
type FeedRole = (typeof feedRoles)[number];

/** A dish while it is read, its texts without the white space around them. */
type FeedMeal = {
  readonly line: number;
  readonly category: string;
  name: string;
  readonly notes: string[];
  readonly prices: Map<FeedRole, UnitPrice>;
};

type FeedDay = {
  readonly line: number;
  readonly date: CalendarDay;
  closed: boolean;
  readonly meals: FeedMeal[];
};

const NAMESPACE = 'http://openmensa.org/open-mensa-v2';

// The format's own list: what stands elsewhere would be lost without a word, so it is refused.
const childrenOf: Readonly<Record<string, readonly string[]>> = {
  openmensa: ['version', 'canteen'],
  canteen: ['name', 'address', 'city', 'phone', 'email', 'location', 'availability', 'times', 'feed', 'day'],
  day: ['closed', 'category'],
  category: ['meal'],
  meal: ['name', 'note', 'price'],
};

const holdText: readonly string[] = ['name', 'note', 'price'];

/** Parts of the feed that say nothing of meals; they are passed over with all that is in them. */
function isPassedOver(element: string, parent: string): boolean {
  return (parent === 'canteen' && element !== 'day') || element === 'version';
}

function isFeedRole(text: string): text is FeedRole {
  return feedRoles.some((role) => role === text);
}

function menuFileDish({ line, category, name, notes, prices }: FeedMeal): MenuFileDish {
  return {
    line,
    name: { und: name },
    group: { und: category },
    notes,
    prices: Object.fromEntries(
      priceLevels.flatMap((level) => (prices.has(level) ? [[level, prices.get(level)]] : [])),
    ),
    otherRoles: prices.has('pupil') ? ['pupil'] : [],
  };
}

function menuFileDay({ line, date, closed, meals }: FeedDay): MenuFileDay {
  return closed ? { line, date, closed: closedReason } : { line, date, dishes: meals.map(menuFileDish) };
}

/**
 * Reads an OpenMensa feed of version 2 into its days, in the order of the file; its texts are in no
 * language. Throws MenuFileError at the first thing that is not as the format has it.
 */
export function readOpenMensa(xml: string): MenuFileDay[] {
  const parser = new SaxesParser({ xmlns: true });
  const days = new Map<CalendarDay, FeedDay>();
  const path: string[] = [];
  let passedOver = 0;
  let day: FeedDay | undefined;
  let category = '';
  let meal: FeedMeal | undefined;
  let role: FeedRole | undefined;
  let text = '';
  let line = 1;

  function refuse(reason: MenuFileReason, at = line): never {
    throw new MenuFileError(at, reason);
  }

  /** Words between the elements belong to nothing; they are no part of the format. */
  function checkWords(element: string): void {
    if (text.trim() !== '' && !holdText.includes(element))
      refuse({ code: 'unexpected-text', element }, parser.line);
  }

  function open(element: string, attribute: (name: string) => string): void {
    switch (element) {
      case 'day': {
        const date = attribute('date').trim();
        if (!isCalendarDay(date)) return refuse({ code: 'bad-date', found: date });
        if (days.has(date)) return refuse({ code: 'duplicate-day', date });
        day = { line, date, closed: false, meals: [] };
        days.set(date, day);
        return;
      }
      case 'closed':
        if (day) day.closed = true;
        return;
      case 'category':
        category = attribute('name').trim();
        if (category === '') refuse({ code: 'no-name', element });
        return;
      case 'meal':
        meal = { line, category, name: '', notes: [], prices: new Map() };
        day?.meals.push(meal);
        return;
      case 'price': {
        const found = attribute('role').trim();
        if (!isFeedRole(found)) return refuse({ code: 'bad-role', found });
        if (meal?.prices.has(found)) return refuse({ code: 'duplicate-price', role: found });
        role = found;
      }
    }
  }

  function close(element: string, content: string): void {
    switch (element) {
      case 'name':
        if (meal?.name) refuse({ code: 'duplicate-name' });
        if (meal) meal.name = content;
        return;
      case 'note':
        if (content !== '') meal?.notes.push(content);
        return;
      case 'price': {
        const price = unitPriceOf(content);
        if (price === undefined) return refuse({ code: 'bad-price', found: content });
        if (role) meal?.prices.set(role, price);
        return;
      }
      case 'meal':
        if (meal?.name === '') refuse({ code: 'no-name', element }, meal.line);
        return;
      case 'day':
        if (day?.closed && day.meals.length > 0) refuse({ code: 'closed-with-dishes', date: day.date });
    }
  }

  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
      refuse({ code: 'not-utf-8', encoding }, parser.line);
  });
  parser.on('doctype', () => refuse({ code: 'doctype' }, parser.line));
  parser.on('error', (error) => {
    refuse(
      { code: 'not-well-formed', format: 'XML', detail: error.message.replace(/^\d+:\d+: /, '') },
      parser.line,
    );
  });
  parser.on('opentag', (tag) => {
    const parent = path.at(-1);
    if (passedOver > 0) {
      passedOver += 1;
      return;
    }
    line = parser.line;
    if (parent !== undefined) checkWords(parent);
    if (parent === undefined) {
      const version = tag.attributes['version']?.value ?? '';
      if (tag.uri !== NAMESPACE || tag.local !== 'openmensa' || !/^2\.\d+$/.test(version)) {
        refuse({ code: 'not-openmensa-2', found: `${tag.name} ${version}`.trim() });
      }
    } else if (tag.uri !== NAMESPACE || !childrenOf[parent]?.includes(tag.local)) {
      refuse({ code: 'unexpected-element', element: tag.name, parent });
    } else if (isPassedOver(tag.local, parent)) {
      passedOver = 1;
      return;
    }
    path.push(tag.local);
    text = '';
    open(tag.local, (name) => tag.attributes[name]?.value ?? '');
  });
  const addText = (part: string) => {
    if (passedOver === 0) text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (passedOver > 0) {
      passedOver -= 1;
      return;
    }
    const element = path.pop() ?? '';
    checkWords(element);
    close(element, text.trim());
    text = '';
  });

  parser.write(xml).close();
  return [...days.values()].map(menuFileDay);
}
