import { languages, type Language } from '@refectory/domain/texts';
import { isOnOwnOrigin, ownPath } from '@refectory/domain/own-path';
import { deliveryTypes, paymentTypes } from '@refectory/domain/payment';
import { periods } from '@refectory/domain/period';
import { isNamedOrigin, isWebAddress } from '@refectory/domain/web-address';
import * as z from 'zod/mini';

// The comments of the entries are their documentation: docs/settings.md and config.schema.json are made of them.

const yesNo = (standard: boolean) => z._default(z.boolean(), standard);
const text = () => z.optional(z.string());
const count = () => z.int().check(z.gte(0));

/** Days from today, or of a login; ten years are far from where the days that dates can have end. */
const MOST_DAYS = 3_650;
const SECONDS_OF_YEAR = 31_536_000;

/** Idle seconds, 0 for none: with a fraction of a second customers would be signed out while they read. */
const idleTime = () =>
  z.number().check(
    z.gte(0),
    z.lte(SECONDS_OF_YEAR),
    z.refine((seconds) => seconds <= 0 || seconds >= 1, 'it has to be 0 or at least 1 second'),
  );

/** An amount of a top-up. */
const amount = () => z.number().check(z.gte(0.01), z.lte(1_000_000));

const optionalList = <Item extends z.core.SomeType>(item: Item) => z.optional(z.array(item));
const list = <Item extends z.core.SomeType>(item: Item) => z._default(z.array(item), []);

/** The languages to choose from where a configuration does not say: all of them, English first. */
const defaultLanguages = ['en' as const, ...languages.filter((language) => language !== 'en')];

/** A value for each language that has one; other languages are not looked at. */
const perLanguage = <Value extends z.core.SomeType>(value: Value) => {
  const own = z.exactOptional(value);
  const shape = Object.fromEntries(languages.map((language) => [language, own]));
  return z.object(shape as Record<Language, typeof own>);
};

/** One text per language, or one text for all. */
const LocalText = z.union([z.string(), perLanguage(z.string())]);
const localText = () => z.optional(LocalText);

/** Modes of the application. */
export const applicationModes = ['shop', 'canteen', 'webcare'] as const;
export type ApplicationMode = (typeof applicationModes)[number];

const ADDRESS_MISTAKE = 'it has to be a path like /api or an http or https address';

/** Whether browsers read an address as a path on the page's own origin, or as an http address. */
const isAddress = (value: string) =>
  ownPath(value) !== undefined || (isWebAddress(value) && isNamedOrigin(new URL(value).origin));

/** Where a call or a page can be: a path on the page's own origin, or an http address. */
const address = () =>
  z.string().check(
    // The pattern is for editors: it stands in config.schema.json.
    z.regex(/^(?:\/(?!\/)|https?:\/\/[^/?#\s])/i, { error: ADDRESS_MISTAKE, abort: true }),
    z.refine(isAddress, ADDRESS_MISTAKE),
  );

/** Where a file can be. */
const fileAddress = () =>
  z
    .string()
    .check(
      z.refine(
        (value) => isWebAddress(value) || isOnOwnOrigin(value),
        'it has to be a path like /files/about.html',
      ),
    );

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The application: what it is, in which languages and formats. */
const application = {
  /** Which of the three applications this is. */
  applicationMode: z._default(z.enum(applicationModes), 'canteen'),
  /** The name in titles, in the header and at the foot of every page. */
  applicationName: z._default(z.string(), 'Refectory'),
  /** What stands between the application's name and the page's in titles. */
  titleSeparator: z._default(z.string(), ' | '),
  /** The address of the API, from the page's origin (`/api`) or whole (`https://api.example.com/v1`). */
  apiUrl: z._default(address(), '/api'),
  /** The canteen's time zone, like `Europe/Prague`; where absent, the application has the device's and the server UTC. */
  timeZone: z.optional(
    z.string().check(z.refine(isTimeZone, 'it has to be the name of a time zone like Europe/Prague')),
  ),
  /** The languages to choose from; the first one serves browsers that ask for none of them. */
  languages: z._default(z.array(z.enum(languages)).check(z.minLength(1)), [...defaultLanguages]),
  /** Texts in place of the application's own, for each language by the key of the text: `{ "en": { "shell.menu": "Meals" } }`. */
  translations: z._default(perLanguage(z.record(z.string(), z.string())), {}),
  /** How an amount is written, `{0}` standing for the number: one format for each language, or one for all. */
  currencyFormat: z._default(LocalText, ''),
  /** Description and keywords of the pages for search engines. */
  meta: z.optional(
    z.object({
      /** The description. */
      description: localText(),
      /** The keywords, separated by commas. */
      keywords: localText(),
    }),
  ),
  /** The look of the application. */
  theme: z.optional(
    z.object({
      /** The name beside the logo, in place of `applicationName`. */
      name: text(),
      /** The address of the logo, on the page's own origin, such as `/files/logo.svg`. */
      logo: z.optional(address()),
      /**
       * The hue of what is pressed, in degrees of the colour circle (oklch): about 25 is red, 60 orange, 145 green, 250 blue,
       * 330 pink. Lightness and chroma stay. A hue by which a text would lose its contrast is not used, and the console says
       * so.
       */
      brandHue: z.optional(z.number().check(z.gte(0), z.lte(360))),
    }),
  ),
};

/** Ordering. */
const ordering = {
  /** Meals can be ordered. */
  allowShopping: yesNo(false),
  /** Guests may see the offer. */
  allowGuests: yesNo(false),
  /** How meals are ordered: at once, by the cart, or both; shop mode has the cart, canteen mode orders at once. */
  ordering: z.optional(z.enum(['direct', 'cart', 'both'])),
  /** Key or id of the canteen chosen at first. */
  defaultCanteen: z.optional(z.union([z.string(), z.number()])),
  /** The period of the offer at first. */
  defaultPeriod: z._default(z.enum(periods), 'DAY'),
  /** How many days from today can be chosen in a calendar. */
  maxDaysAhead: z._default(z.int().check(z.gte(0), z.lte(MOST_DAYS)), 365),
  /** `quantity` of a dish counts as portions left where `remaining` is missing. */
  quantityIsRemaining: yesNo(false),
  /** The ways to pay that the cart offers. */
  paymentTypes: list(z.enum(paymentTypes)),
  /** The ways to get the meal that the cart offers. */
  deliveryTypes: list(z.enum(deliveryTypes)),
  /** The page after a cart was sent. */
  afterCheckoutPage: z._default(z.string().check(z.startsWith('/')), '/thank-you'),
};

/** A value to choose and its label. */
const Choice = z.object({
  /** What is sent. */
  value: z.string(),
  /** What is shown. */
  label: LocalText,
});

/** Another field and a value of it. */
const FieldValue = z.object({
  /** The other field. */
  id: z.string(),
  /** Its value. */
  value: z.string(),
});

/** A field of a form. */
const FieldDefinition = z.object({
  /** The name under which the value is sent. */
  id: z.string(),
  /** `text`, `textarea`, `email`, `phone`, `number`, `password`, `date`, `dayMonth`, `checkbox`, `checkboxList`, `select`, `radio`, `counter` or `info`; any other is drawn as `text`. */
  type: z._default(z.string(), 'text'),
  /** What stands above the field. */
  label: localText(),
  /** The field has to be filled in. */
  required: yesNo(false),
  /** What the value has to match: a pattern of RE2, which knows no looking ahead and no references to groups. */
  validationRegExp: text(),
  /** What is said where it does not. */
  validationErrorMessage: localText(),
  /** The fewest characters. */
  minLength: z.optional(count()),
  /** The most characters. */
  maxLength: z.optional(count()),
  /** The value has to be a whole number above 0. */
  positiveInteger: yesNo(false),
  /** The value must not be 0. */
  notZero: yesNo(false),
  /** A date has to lie before today. */
  inThePast: yesNo(false),
  /** A date has to be today or at most so many days ahead. */
  daysAhead: z.optional(count()),
  /** The lowest value of a counter, 0 where absent. */
  min: z.optional(count()),
  /** The highest value of a counter, 999 where absent. */
  max: z.optional(count()),
  /** The step of a counter, 1 where absent. */
  multiplier: z.optional(z.int().check(z.positive())),
  /** The choices of a list of checkboxes. */
  items: optionalList(Choice),
  /** The choices of a select or of radio buttons. */
  options: optionalList(Choice),
  /** Several of the choices may be taken. */
  multiple: yesNo(false),
  /** What stands in the empty field. */
  placeholder: localText(),
  /** The field is shown, but cannot be changed. */
  disabled: yesNo(false),
  /** A link beside the field. */
  link: z.optional(
    z.object({
      /** What stands before the link. */
      label: localText(),
      /** Where it leads. */
      url: address(),
      /** Its words. */
      text: LocalText,
      /** The window it opens in, as in HTML. */
      target: text(),
    }),
  ),
  /** Shown only while another field has this value. */
  visibleIfThisEquals: z.optional(FieldValue),
  /** Shown only while another field has not this value. */
  visibleIfThisNotEquals: z.optional(FieldValue),
  /** Shown only while another field has one of these values. */
  visibleIfThisOneOf: z.optional(
    z.object({
      /** The other field. */
      id: z.string(),
      /** Its values. */
      values: z.array(z.string()),
    }),
  ),
  /** Shown only while the field of this id is filled in. */
  visibleIfFilled: text(),
});

/** Fields of the forms of one type of customer. */
const CustomerForms = z.object({
  /** What is asked at registration. */
  registration: list(FieldDefinition),
  /** What the profile shows. */
  show: list(FieldDefinition),
  /** What the customer can change. */
  update: list(FieldDefinition),
});

/** Forms. */
const forms = {
  /** The fields of the cart's form, in place of those for payment and delivery. */
  cartFields: optionalList(FieldDefinition),
  /** The customer's fields; first name, last name or company name, and e-mail where absent. */
  customerFields: z.optional(
    z.object({
      /** Fields of every form, before its own. */
      common: list(FieldDefinition),
      /** Forms of persons. */
      person: z.optional(CustomerForms),
      /** Forms of companies. */
      company: z.optional(CustomerForms),
    }),
  ),
  /** Groups into which the contact form of the profile is divided. */
  dataGroups: list(
    z.object({
      /** The heading of the group. */
      title: LocalText,
      /** The ids of its fields. */
      fields: z.array(z.string()),
    }),
  ),
  /** The ids of the fields that decide about the preferred address. */
  addressFields: z.prefault(
    z.object({
      /** The street of the employer. */
      employerStreet: z._default(z.string(), 'employerStreet'),
      /** The street at home. */
      street: z._default(z.string(), 'street'),
      /** Which of the two is preferred. */
      preferredAddress: z._default(z.string(), 'preferredAddress'),
    }),
    {},
  ),
};

/** Signing in. */
const signIn = {
  /** Customers can sign in by password. */
  allowPasswordLogin: yesNo(true),
  /** Customers can sign in by card. */
  allowCardLogin: yesNo(false),
  /** The address of the card reader, `ws://` or `wss://`; `/reader` on the page's host where absent. */
  cardReaderUrl: text(),
  /** What is sent to the card reader in place of `{ "type": "connect" }` and the like; null sends nothing. */
  cardReaderCommands: z.optional(
    z.object({
      /** Once the connection is open. */
      connect: z.optional(z.unknown()),
      /** To read a card. */
      read: z.optional(z.unknown()),
      /** To stop reading. */
      stop: z.optional(z.unknown()),
      /** To keep the connection alive. */
      ping: z.optional(z.unknown()),
    }),
  ),
  /**
   * The screen is one that people share, with a card reader: everything on it is larger, customers who do nothing are
   * signed out also where `autoLogout` is no, nobody stays signed in, and what a guest leaves behind is cleared away.
   */
  kiosk: yesNo(false),
  /** The word before the token of a login by card. */
  cardAuthorizationScheme: z._default(z.string(), 'Card'),
  /** Customers may stay signed in. */
  allowPermanentLogin: yesNo(false),
  /** How many days they stay so. */
  permanentLoginDays: z.optional(z.number().check(z.gte(1), z.lte(MOST_DAYS))),
  /** Customers are signed out when they do nothing: yes, no, or after so many seconds. */
  autoLogout: z._default(z.union([z.boolean(), idleTime()]), false),
  /** After how many seconds, where `autoLogout` is yes. */
  autoLogoutIdle: z._default(idleTime(), 60),
  /** Guests can register. */
  allowRegistration: yesNo(false),
  /** Who registers goes on at once, without a mail that proves the address: the answer has the token. */
  registrationWithoutMail: yesNo(false),
  /** Companies can be customers too. */
  allowCompany: yesNo(false),
  /** Guests can reset a forgotten password. */
  allowPasswordRecovery: yesNo(false),
  /** What a new password has to be like. */
  passwordRules: z.prefault(
    z.object({
      /** The fewest characters. */
      minLength: z._default(count(), 5),
      /** A lowercase letter is needed. */
      lowercase: yesNo(false),
      /** An uppercase letter is needed. */
      uppercase: yesNo(false),
      /** A digit is needed. */
      digit: yesNo(false),
      /** A character is needed that is no letter, digit or space. */
      special: yesNo(false),
    }),
    {},
  ),
  /** The profile page after signing in, by the last part of its address. */
  loggedInHomepage: text(),
};

/** What customers see of their account. */
const account = {
  /**
   * The account balance in the header, in webcare mode under the customer's name: 0 never, 1 when it is not zero, 2
   * always.
   */
  showAccountBalance: z._default(z.literal([0, 1, 2]), 2),
  /** The bonus balance in the header, when it is not zero. */
  showBonusBalance: yesNo(false),
  /** What the canteen tells customers about themselves, in the header. */
  showCustomData: yesNo(false),
  /** The overview of the profile. */
  allowProfileDashboard: yesNo(false),
  /** Customers can change their data and their password. */
  allowProfileEdit: yesNo(false),
  /** The list of orders in the profile. */
  allowOrdersReport: yesNo(false),
  /** The list of transactions. */
  allowTransactionsReport: yesNo(false),
  /** The list of bonuses. */
  allowBonusesReport: yesNo(false),
  /** The list of what was consumed. */
  allowConsumptionReport: yesNo(false),
  /** The list of vouchers. */
  allowVouchersReport: yesNo(false),
  /** The list of closed bills. */
  allowBills: yesNo(false),
  /** The columns of the closed bills, in their order. */
  billColumns: z._default(
    z.array(
      z.enum([
        'id',
        'dateTime',
        'costCenter',
        'priceWIT',
        'discount',
        'usedBonus',
        'subsidies',
        'taxSubsidy',
        'nonTaxSubsidy',
        'register',
        'serialNumber',
      ]),
    ),
    ['dateTime', 'register', 'costCenter', 'priceWIT', 'discount', 'usedBonus', 'subsidies', 'serialNumber'],
  ),
  /** Which columns the consumption leaves out. */
  consumptionColumns: z.prefault(
    z.object({
      /** The cost centre. */
      costCenter: yesNo(true),
    }),
    {},
  ),
  /** Which columns the bonuses have. */
  bonusColumns: z.prefault(
    z.object({
      /** Valid from. */
      validFrom: yesNo(true),
      /** Valid to. */
      validTo: yesNo(true),
      /** The most percent of a bill. */
      maxDiscountPercent: yesNo(true),
      /** The least price of a bill. */
      minBillPrice: yesNo(true),
      /** What was given. */
      bonus: yesNo(true),
      /** What was drawn of it. */
      drawn: yesNo(true),
      /** What is left. */
      balance: yesNo(true),
      /** The currency. */
      currency: yesNo(true),
    }),
    {},
  ),
  /** Which columns the vouchers have. */
  voucherColumns: z.prefault(
    z.object({
      /** The type. */
      voucherType: yesNo(true),
      /** The set. */
      voucherSet: yesNo(true),
      /** Valid to. */
      validTo: yesNo(true),
      /** Valid from. */
      validFrom: yesNo(true),
      /** When it was made. */
      creationTimeStamp: yesNo(true),
    }),
    {},
  ),
  /** Customers can top up their account. */
  allowTopUp: yesNo(false),
  /** The payment gateways, at most two: the card payment provider, then another one. */
  topUpGateways: z._default(
    z
      .array(
        z.object({
          /** The name by which customers' data speak of it. */
          id: z.string(),
          /** Its address, to which `/topup` is added. */
          url: address(),
          /** The session goes with the call, also to another origin. */
          sendToken: yesNo(false),
          /** The key that makes repeated calls harmless goes with the call. */
          sendIdempotencyKey: yesNo(false),
        }),
      )
      .check(z.maxLength(2)),
    [],
  ),
  /** Amounts that are suggested for a top-up. */
  topUpAmounts: list(amount()),
  /** The smallest amount of a top-up; any above 0 where absent. */
  topUpLeast: z.optional(amount()),
  /** The largest amount of a top-up; no limit of the canteen's where absent. */
  topUpMost: z.optional(amount()),
  /** Customers can look after their card. */
  allowCardAdministration: yesNo(false),
  /** Customers can have a card on the screen. */
  virtualCard: yesNo(false),
  /** How that card is drawn. */
  virtualCardType: z._default(z.enum(['EAN13', 'CODE128', 'QR']), 'QR'),
  /** A new card number is checked by its check digit. */
  cardNumberCheck: yesNo(false),
  /** Customers can write to the canteen. */
  allowGuestComments: yesNo(false),
  /** How many minutes have to pass between two comments, where `messageTimeNotPass` is shown; none where absent. */
  commentDelayTime: z.optional(z.number().check(z.gte(0))),
  /** The most characters of a comment. */
  commentMaxLength: z.optional(count()),
  /** Customers can look after pairings with other systems; the server has to announce `customersPairing`. */
  allowPairingManagement: yesNo(false),
  /** What a server can do that cannot announce it. */
  capabilities: z.optional(
    z.object({
      /** 1 where it can pair customers. */
      customersPairing: z.optional(z.union([z.number(), z.string()])),
    }),
  ),
};

/** A page of text, or a link. */
const Page = z.object({
  /** The last part of its address, `/pages/{pathname}`. */
  pathname: text(),
  /** Its title. */
  title: LocalText,
  /** Its content, HTML: what runs, sends or restyles is left out, and pictures lie on the page's own origin. */
  body: localText(),
  /** The file its content is in, on the page's own origin, such as `/files/about.en.html`. */
  bodyUrl: z.optional(z.union([fileAddress(), perLanguage(fileAddress())])),
  /** Its description for search engines. */
  description: localText(),
  /** Its keywords for search engines. */
  keywords: localText(),
  /** The address of another site: the entry is a link and no page. */
  url: z.optional(address()),
});

/** Pages, and what the canteen says about itself. */
const about = {
  /** Pages of text, by where their links stand. */
  pages: z.prefault(
    z.object({
      /** In the header. */
      header: list(Page),
      /** In the main menu. */
      mainMenu: list(Page),
      /** At the foot. */
      footer: list(Page),
    }),
    {},
  ),
  /** Where the canteen is, at the foot of every page. */
  outlets: list(
    z.object({
      /** The name. */
      name: LocalText,
      /** A page about it. */
      url: z.optional(address()),
      /** The telephone number. */
      phone: text(),
      /** The e-mail address. */
      email: text(),
      /** The postal address. */
      address: localText(),
      /** When it is open, one text or one for each line. */
      openingHours: z.optional(z.union([LocalText, z.array(LocalText)])),
    }),
  ),
  /** Where else the canteen can be followed. */
  socialLinks: list(
    z.object({
      /** The network, like `facebook`. */
      type: z.string(),
      /** The address there. */
      url: address(),
      /** What the link is called. */
      label: localText(),
    }),
  ),
};

/** The configuration of the web application, `config.json`. Unknown entries are ignored. */
export const Settings = z.object({ ...application, ...ordering, ...signIn, ...account, ...forms, ...about });
export type Settings = z.output<typeof Settings>;

/** Entries without which the application cannot start, also where the default is overridden by nothing. */
const REQUIRED = ['applicationMode', 'apiUrl', 'languages'] as const;
export type RequiredSetting = (typeof REQUIRED)[number];

/** What a configuration says. */
export type SettingsReading =
  | {
      readonly settings: Settings;
      /** Entries that mean nothing and are left out, like `languages.2`. */
      readonly ignored: readonly string[];
    }
  /** Required entries that are missing or mean nothing. */
  | { readonly missing: readonly RequiredSetting[] };

type Path = readonly PropertyKey[];

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}

/** What to leave out so that the rest can be read: the item of the innermost list, else the entry itself. */
function entryOf(json: unknown, path: Path): Path {
  const item = path.findLastIndex((part) => typeof part === 'number');
  if (item !== -1) return path.slice(0, item + 1);
  // What is wrong about an entry may be that it is not there.
  return valueAt(json, path) === undefined ? path.slice(0, -1) : path;
}

/** A JSON value without what is at a path. */
function without(value: unknown, [name, ...rest]: Path): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const left = (child: unknown) => (rest.length === 0 ? [] : [without(child, rest)]);
  if (Array.isArray(value))
    return value.flatMap((child: unknown, index) => (index === name ? left(child) : [child]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
      key === name ? left(child).map((inner) => [key, inner]) : [[key, child]],
    ),
  );
}

/**
 * The settings of a JSON value: what it leaves out is as the defaults have it, and so is what means
 * nothing, unless it is required.
 */
export function readSettings(json: unknown): SettingsReading {
  const ignored: string[] = [];
  let left = json;
  for (;;) {
    const parsed = z.safeParse(Settings, left);
    if (parsed.success) return { settings: parsed.data, ignored };
    const wrong = parsed.error.issues.map(({ path }) => entryOf(left, path));
    const missing = REQUIRED.filter((name) => wrong.some((path) => path.length === 1 && path[0] === name));
    // One at a time, the last first: the places of the others in their lists stay.
    const last = wrong.at(-1) ?? [];
    if (missing.length > 0 || last.length === 0) return { missing: missing.length > 0 ? missing : REQUIRED };
    ignored.push(last.join('.'));
    left = without(left, last);
  }
}
