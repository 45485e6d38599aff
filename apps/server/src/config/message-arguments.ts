import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/**
 * The names that an ICU message has placeholders or tags for, each with its kind. Plural categories are no part of it,
 * since they differ between languages. Throws where the text is no message.
 */
export function argumentsOf(message: string): ReadonlyMap<string, TYPE> {
  const found = new Map<string, TYPE>();
  collect(parse(message), found);
  return found;
}

function collect(elements: readonly MessageFormatElement[], found: Map<string, TYPE>): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.set(element.value, element.type);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) collect(option.value, found);
    }
    if (element.type === TYPE.tag) collect(element.children, found);
  }
}
