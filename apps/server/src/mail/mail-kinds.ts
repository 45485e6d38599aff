import type { CustomerPayload } from '@refectory/domain/form-customer';

/** What each kind of mail speaks of. Those that end in `-asked` are no mails yet: what becomes of them is decided later. */
export type MailContent = {
  /** Somebody wants an account. */
  'registration-asked': { readonly form: CustomerPayload; readonly origin: string };
  /** Somebody wants another password. */
  'password-reset-asked': { readonly origin: string };
  /** The link to finish a registration. */
  registration: { readonly link: string };
  /** Somebody wanted an account for an address that has one. */
  'registration-known': { readonly link: string };
  /** Somebody wanted an account with a user name that is taken. */
  'registration-name-taken': { readonly userName: string; readonly link: string };
  /** The link to set another password. */
  'password-reset': { readonly userName: string; readonly link: string };
  'password-changed': { readonly userName: string; readonly link: string };
  'email-changed': { readonly userName: string; readonly email: string };
  /** A comment for the canteen's manager. */
  comment: { readonly userName: string; readonly email: string; readonly comment: string };
  /** Somebody took what the customer had offered. */
  exchanged: { readonly orderId: number; readonly quantity: number; readonly refunded: number };
};

export type MailKind = keyof MailContent;

/** The kinds that are sent as they are. */
export type SentKind = Exclude<MailKind, `${string}-asked`>;
