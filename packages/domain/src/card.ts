/** Whether a customer's card can be used. // spec §3, customer */
export const cardStatuses = ['NONE', 'BLOCKED', 'USED'] as const;
export type CardStatus = (typeof cardStatuses)[number];
