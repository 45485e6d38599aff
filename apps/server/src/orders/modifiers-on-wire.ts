import type { ModifierOption } from '@refectory/contract/menu';
import type { OrderedModifier } from '@refectory/domain/modifiers';
import { textIn, type Language } from '@refectory/domain/texts';
import type * as z from 'zod/mini';

/** Options of a menu, or those that were chosen of them, in a language. */
export function modifiersOnWire(
  modifiers: readonly OrderedModifier[],
  language: Language,
): z.output<typeof ModifierOption>[] {
  return modifiers.map(({ id, name, price }) => ({ id, name: textIn(name, language), price }));
}
