import type { ImportWarning } from './plan-menu.ts';

/**
 * What whoever imports a file should know, in words for a canteen manager: one sentence for what is
 * the same, with how often and in which line first.
 */
export function describeWarnings(warnings: readonly ImportWarning[]): string[] {
  const places = new Map<string, ImportWarning[]>();
  for (const warning of warnings) {
    const sentence = sentenceOf(warning);
    const same = places.get(sentence);
    if (same) same.push(warning);
    else places.set(sentence, [warning]);
  }
  return [...places].map(([sentence, same]) => {
    const [first] = same;
    const often = same.length > 1 ? `, and ${same.length - 1} times more` : '';
    return `line ${first?.line} (${first?.day}${often}): ${sentence}`;
  });
}

function sentenceOf(warning: ImportWarning): string {
  switch (warning.code) {
    case 'no-price':
      return `"${warning.name}" has no price: it is shown and cannot be ordered`;
    case 'levels-without-price':
      return `"${warning.name}" has no price for: ${warning.levels.join(', ')}; these customers see it and cannot order it`;
    case 'subsidy-without-price':
      return `the subsidies of "${warning.name}" were left out for: ${warning.levels.join(', ')}; they have no price for it`;
    case 'role-left-out':
      return `the price of "${warning.name}" for the role "${warning.role}" was left out, since no customer has it`;
    case 'same-name':
      return `"${warning.name}" is on the same day twice; both are kept, as two dishes`;
    case 'invisible-name':
      return 'a dish or its group has a name without a visible character; it is kept as it is';
    case 'pickup-backwards':
      return `"${warning.name}" has a pickup that ends before it begins; both times are kept as they are`;
    case 'unknown-note':
      return `the note "${warning.note}" is not known; it is shown as it is (a --mapping file can say what it means)`;
    case 'empty-day':
      return 'the day has no dishes and is not closed; what was planned for it is taken off the menu';
    case 'before-start':
      return `the weekend before the start was left out, with its dishes (${warning.dishes})`;
    case 'far-day':
      return 'the day is more than a year away; it is kept, but check the year';
    case 'unended':
      return `the file ends with "${warning.found}" and without a line end; check that the file is complete`;
    case 'past-day':
      return 'the day is over and stays as it is';
  }
}
