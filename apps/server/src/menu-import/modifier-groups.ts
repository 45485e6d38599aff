import type { PlannedModifierGroup } from '@refectory/domain/menu-plan';
import { unitPrice } from '@refectory/domain/money';

import { MenuFileError } from './menu-file-error.ts';
import { MAXIMUM_OPTIONS, type FileModifierGroup } from './menu-file-schema.ts';

/**
 * What can be chosen with a dish, as a plan has it. Throws MenuFileError for groups that nobody can choose from, or whose
 * choices cannot be told apart; `lineOf` gives the line of a part of the groups.
 */
export function plannedModifierGroups(
  groups: readonly FileModifierGroup[],
  lineOf: (path: readonly PropertyKey[]) => number,
): PlannedModifierGroup[] {
  const groupIds = new Set<string>();
  // An order names options alone, whatever group they are of.
  const optionIds = new Set<string>();
  return groups.map(({ id, name, min = 0, options, ...group }, index) => {
    const max = group.max ?? options.length;
    if (groupIds.has(id)) throw new MenuFileError(lineOf([index]), { code: 'duplicate-modifier-group', id });
    groupIds.add(id);
    if (options.length === 0 || min > max || max > options.length)
      throw new MenuFileError(lineOf([index]), {
        code: 'modifier-limits',
        id,
        min,
        max,
        options: options.length,
      });
    for (const [place, option] of options.entries()) {
      const line = lineOf([index, 'options', place]);
      if (optionIds.has(option.id))
        throw new MenuFileError(line, { code: 'duplicate-modifier', id: option.id });
      optionIds.add(option.id);
      if (optionIds.size > MAXIMUM_OPTIONS)
        throw new MenuFileError(line, { code: 'too-many-modifiers', limit: MAXIMUM_OPTIONS });
    }
    return {
      id,
      name,
      min,
      max,
      options: options.map(({ price = unitPrice(0), ...option }) => ({ ...option, price })),
    };
  });
}
