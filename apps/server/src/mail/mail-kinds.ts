import type { Instant } from '@refectory/domain/day';
import type { CustomerPayload } from '@refectory/domain/form-customer';

/** What each kind of mail speaks of; it is not sent when the moment in `until` has passed. Those that end in `-asked` are no mails yet: what becomes of them is decided later. */
export type MailContent = {
  /** Somebody wants an account. */
  'registration-asked': { readonly form: CustomerPayload; readonly applicationUrl: string };
  /** Somebody wants another password. */
  'password-reset-asked': { readonly applicationUrl: string };
  /** A customer wants the address that the mail goes to. */
  'email-change-asked': { readonly customerId: number; readonly applicationUrl: string };
  /** The link to finish a registration, and the name to sign in by. */
  registration: { readonly link: string; readonly until: Instant; readonly userName: string };
  /** Somebody wanted an account for an address that has one; the link is there where its password is reset by mail. */
  'registration-known': { readonly link?: string | undefined };
  /** Somebody wanted an account with a user name that is taken. */
  'registration-name-taken': { readonly userName: string; readonly link: string };
  /** The link to set another password. */
  'password-reset': { readonly userName: string; readonly link: string; readonly until: Instant };
  /** The link as above. */
  'password-changed': { readonly userName: string; readonly link?: string | undefined };
  /** The link to have this address. */
  'email-change': { readonly link: string; readonly until: Instant };
  /** A customer wanted this address, which another account has; the link as above. */
  'email-known': { readonly link?: string | undefined };
  /** The account was given another address, where passwords are not reset by mail. */
  'email-changed': { readonly userName: string; readonly email: string };
  /** The account has another address, and until a moment the password is still reset by the one the mail goes to. */
  'email-replaced': {
    readonly userName: string;
    readonly email: string;
    readonly until: Instant;
    readonly link: string;
  };
  /** The link to use another card. */
  'card-change': { readonly userName: string; readonly link: string; readonly until: Instant };
  /** The link to revoke the card. */
  'card-revocation': { readonly userName: string; readonly link: string; readonly until: Instant };
  'card-changed': { readonly userName: string };
  'card-revoked': { readonly userName: string };
  'card-unblocked': { readonly userName: string };
  /** A comment for the canteen's manager. */
  comment: { readonly userName: string; readonly email: string; readonly comment: string };
  /**
   * A cart was paid by card when it could no longer be ordered: the money is on the account. Without a cause its portions
   * were given to others, since the time to pay was over.
   */
  'cart-paid-late': {
    readonly amount: number;
    readonly cause?: 'closed-day' | 'withdrawn';
    /** The day of it that was closed. */
    readonly day?: string;
  };
  /** The canteen could not keep an order. */
  'given-back': {
    readonly orderId: number;
    readonly refunded: number;
    readonly cause: 'closed-day' | 'withdrawn' | 'not-delivered';
  };
  /** Somebody took what the customer had offered. */
  exchanged: { readonly orderId: number; readonly quantity: number; readonly refunded: number };
};

export type MailKind = keyof MailContent;

/** The kinds that are sent as they are. */
export type SentKind = Exclude<MailKind, `${string}-asked`>;
