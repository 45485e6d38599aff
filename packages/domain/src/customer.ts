/** Customer types. */
export const customerTypes = ['Person', 'Company'] as const;
export type CustomerType = (typeof customerTypes)[number];

/** The id of the entry of `additionalData` that says in which language a customer wants to be written to. */
export const LANGUAGE_ENTRY = 'language';

/** The type of a customer: where it is missing the flag says it, and without either it is a person. */
export function typeOf(customer: {
  type?: CustomerType | undefined;
  company?: boolean | undefined;
}): CustomerType {
  return customer.type ?? (customer.company ? 'Company' : 'Person');
}

/** The name to address a customer by; undefined when there is none. */
export function displayName(customer: {
  type?: CustomerType | undefined;
  company?: boolean | undefined;
  userName?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  companyName?: string | undefined;
}): string | undefined {
  const own =
    typeOf(customer) === 'Company'
      ? customer.companyName
      : [customer.firstName, customer.lastName].filter(Boolean).join(' ');
  return own?.trim() || customer.userName?.trim() || undefined;
}
