import {
  isFilled,
  tidyValue,
  valueIn,
  type FieldValue,
  type FormField,
  type FormValues,
  type VisibilityRules,
} from './form-field.ts';

/** The ids of the fields on whose values it depends whether a field is shown. */
function lookedAt(rules: VisibilityRules): string[] {
  const { visibleIfThisEquals, visibleIfThisNotEquals, visibleIfThisOneOf, visibleIfFilled } = rules;
  const ids = [visibleIfThisEquals?.id, visibleIfThisNotEquals?.id, visibleIfThisOneOf?.id, visibleIfFilled];
  return ids.filter((id) => id !== undefined);
}

/** Whether one of some values is in a field; of a list, each of its values. */
function holdsOneOf(value: FieldValue | undefined, values: readonly string[]): boolean {
  const held = typeof value === 'object' ? value : [value === undefined ? '' : String(value)];
  return held.some((text) => values.includes(text));
}

function rulesHold(rules: VisibilityRules, valueOf: (id: string) => FieldValue | undefined): boolean {
  const { visibleIfThisEquals: equals, visibleIfThisNotEquals: differs } = rules;
  const { visibleIfThisOneOf: oneOf, visibleIfFilled: filled } = rules;
  return (
    (equals === undefined || holdsOneOf(valueOf(equals.id), [equals.value])) &&
    (differs === undefined || !holdsOneOf(valueOf(differs.id), [differs.value])) &&
    (oneOf === undefined || holdsOneOf(valueOf(oneOf.id), oneOf.values)) &&
    (filled === undefined || isFilled(valueOf(filled)))
  );
}

/** The ids of the fields whose visibility depends, through others or at once, on their own. */
export function fieldsInCircles(fields: readonly FormField[]): ReadonlySet<string> {
  const looks = new Map(fields.map((field) => [field.id, lookedAt(field)]));
  const reaches = (id: string): boolean => {
    const seen = new Set<string>();
    const next = [...(looks.get(id) ?? [])];
    for (let other = next.pop(); other !== undefined; other = next.pop()) {
      if (other === id) return true;
      if (seen.has(other)) continue;
      seen.add(other);
      next.push(...(looks.get(other) ?? []));
    }
    return false;
  };
  return new Set(fields.map(({ id }) => id).filter(reaches));
}

/**
 * The fields that are shown, in their order. A rule whose field is itself hidden does not hold. The rules of
 * fields in a circle are not looked at, so that none of them is lost. A value without a field, as the type of customer,
 * can be asked for too.
 */
export function visibleFields<Field extends FormField>(
  fields: readonly Field[],
  values: FormValues,
): readonly Field[] {
  const circular = fieldsInCircles(fields);
  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  const known = new Map<string, boolean>();
  const valueOf = (id: string) => {
    const [field, value] = [byId.get(id), valueIn(values, id)];
    return field && value !== undefined ? tidyValue(field, value) : value;
  };
  const isShown = (field: Field): boolean => {
    const before = known.get(field.id);
    if (before !== undefined) return before;
    const others = lookedAt(field).map((id) => byId.get(id));
    const shown =
      circular.has(field.id) ||
      (rulesHold(field, valueOf) && others.every((other) => other === undefined || isShown(other)));
    known.set(field.id, shown);
    return shown;
  };
  return fields.filter(isShown);
}
