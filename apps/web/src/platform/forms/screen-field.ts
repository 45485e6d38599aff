import { fieldTypeOf, type FieldChoice } from '@refectory/domain/form-field';
import type { CheckedField } from '@refectory/domain/form-validation';

/** A field of a form as a page names it. */
export type ScreenField = CheckedField & {
  /** What password managers and browsers fill in, as in HTML; found by the id where absent. */
  readonly autoComplete?: string | undefined;
  /** When its errors are told before the form was sent: while it is typed, or once it is left. */
  readonly toldFrom?: 'typing' | 'leaving' | undefined;
  /** What stands below it where it has no link. */
  readonly hint?: string | undefined;
  /** How it is typed on a phone, where its type does not say so. */
  readonly inputMode?: 'decimal' | undefined;
  /** Texts that are filled in by one press, under a name of their own. */
  readonly suggested?: { readonly label: string; readonly texts: readonly FieldChoice[] } | undefined;
  /** How many lines of a text area are in sight, 4 unless it is said. */
  readonly rows?: number | undefined;
};

/** What browsers know to fill in, by the ids that canteens use for it. */
const filledInBy: Readonly<Record<string, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  companyName: 'organization',
  userName: 'username',
  email: 'email',
  phone: 'tel',
  telephone: 'tel',
  mobile: 'tel',
  street: 'street-address',
  city: 'address-level2',
  zip: 'postal-code',
  zipCode: 'postal-code',
  postalCode: 'postal-code',
  country: 'country-name',
  birthDate: 'bday',
  dateOfBirth: 'bday',
};

/** What a browser may fill into a field. */
export function autoCompleteOf(field: ScreenField): string {
  if (field.autoComplete !== undefined) return field.autoComplete;
  if (Object.hasOwn(filledInBy, field.id)) return filledInBy[field.id] ?? 'on';
  const byType = { email: 'email', phone: 'tel', password: 'new-password' } as const;
  const type = fieldTypeOf(field);
  return type in byType ? byType[type as keyof typeof byType] : 'on';
}

/** How a field is typed on the screen of a phone. */
export function keyboardOf(field: ScreenField) {
  switch (fieldTypeOf(field)) {
    case 'email':
      return { type: 'email', inputMode: 'email' } as const;
    case 'phone':
      return { type: 'tel', inputMode: 'tel' } as const;
    case 'number':
      return { type: 'text', inputMode: field.positiveInteger ? 'numeric' : 'decimal' } as const;
    default:
      return { type: 'text', inputMode: field.inputMode } as const;
  }
}

/**
 * The name of a field within the state of a form. The library takes dots and brackets in a name for a path, and an id
 * may have any character.
 */
export function stateName(id: string): string {
  return `field-${id.replaceAll(/[^a-zA-Z\d]/g, (character) => `_${character.codePointAt(0)}_`)}`;
}
