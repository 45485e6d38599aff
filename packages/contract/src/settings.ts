import { languages } from '@refectory/domain/texts';
import { periods } from '@refectory/domain/period';
import * as z from 'zod/mini';

/** One text per language, or one text for all. */
const LocalText = z.union([z.string(), z.partialRecord(z.enum(languages), z.string())]);

/** Modes of the application. // spec §1 */
export const applicationModes = ['shop', 'canteen', 'webcare'] as const;
export type ApplicationMode = (typeof applicationModes)[number];

const yesNo = (standard: boolean) => z._default(z.boolean(), standard);

/** The configuration of the web application, `config.json`. Unknown entries are ignored. // spec §6 */
export const Settings = z.object({
  /** Which of the three applications this is. */
  applicationMode: z._default(z.enum(applicationModes), 'canteen'),
  /** The name in titles and the header. */
  applicationName: z._default(z.string(), 'Refectory'),
  /** What stands between the application's name and the page's in titles. */
  titleSeparator: z._default(z.string(), ' | '),
  /** The base address of the API, absolute or from the page's origin. */
  apiUrl: z._default(z.string(), '/api'),
  /** The languages to choose from; the first one serves browsers that ask for none of them. */
  languages: z._default(z.array(z.enum(languages)), ['en', 'cs', 'pl', 'sk']),
  /** The canteen's time zone; the device's where absent (C9). */
  timeZone: z.optional(z.string()),
  /** How an amount is written, `{0}` standing for the number; per language or for all (OQ-82). */
  currencyFormat: z._default(LocalText, ''),
  /** Meals can be ordered. */
  allowShopping: yesNo(false),
  /** Guests may see the offer. */
  allowGuests: yesNo(false),
  /** Customers can sign in by password. */
  allowPasswordLogin: yesNo(true),
  /** Customers can sign in by card. */
  allowCardLogin: yesNo(false),
  /** Guests can register. */
  allowRegistration: yesNo(false),
  /** Guests can reset a forgotten password. */
  allowPasswordRecovery: yesNo(false),
  /** The account balance in the header: 0 never, 1 when not zero, 2 always. */
  showAccountBalance: z._default(z.literal([0, 1, 2]), 2),
  /** The bonus balance in the header, when it is not zero. */
  showBonusBalance: yesNo(false),
  /** What the canteen tells the customer about himself, in the header. */
  showCustomData: yesNo(false),
  /** Key or id of the canteen chosen at first. */
  defaultCanteen: z.optional(z.union([z.string(), z.number()])),
  /** The period of the offer at first. */
  defaultPeriod: z._default(z.enum(periods), 'DAY'),
  /** `quantity` of a dish counts as portions left where `remaining` is missing (C11). */
  quantityIsRemaining: yesNo(false),
});
export type Settings = z.output<typeof Settings>;
