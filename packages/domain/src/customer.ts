/** Customer types. // spec §3, enumerations */
export const customerTypes = ['Person', 'Company'] as const;
export type CustomerType = (typeof customerTypes)[number];

/** The name to address a customer by; undefined when there is none (OQ-103). */
export function displayName(customer: {
  type: CustomerType;
  userName?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  companyName?: string | undefined;
}): string | undefined {
  const own =
    customer.type === 'Company'
      ? customer.companyName
      : [customer.firstName, customer.lastName].filter(Boolean).join(' ');
  return own?.trim() || customer.userName?.trim() || undefined;
}
