import {
  listeningPlace,
  publicOrigin,
  requiredVariable,
  StartRefusal,
  trustedProxies,
  type Environment,
} from '@refectory/contract/environment';
import type { Settings } from '@refectory/contract/settings';
import {
  FEWEST_SERVING_CONNECTIONS,
  SERVING_CONNECTIONS,
  whyUnreachable,
  type Database,
} from '@refectory/database/database';

import { hasDemoAccounts } from './demo-account-queries.ts';
import { isEmailAddress } from '@refectory/domain/email-address';

import type { MailRoute } from './mail/mail-sender.ts';
import { missingDurability } from './durability-queries.ts';
import { DEFAULT_LOGIN_LIMITS, type LoginLimitSettings } from './session/login-limits.ts';

/** What a start was told, checked. */
export type StartSettings = {
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly port: number;
  readonly host: string;
  readonly settingsFile: string | undefined;
  /** Proxies whose `X-Forwarded-For` is believed, as addresses, ranges and names parted by commas; nobody's without. */
  readonly trustProxy: string | undefined;
  readonly loginLimits: LoginLimitSettings;
  /** Connections to the database at once. */
  readonly databaseConnections: number;
  /** How mail leaves; without it none does. */
  readonly mail: MailRoute | undefined;
  /** Where comments are sent. */
  readonly managerEmail: string | undefined;
};

/** The variables of the limits of signing in. */
const LOGIN_LIMITS = {
  freeFailures: 'SIGN_IN_FREE_FAILURES',
  longestDelaySeconds: 'SIGN_IN_LONGEST_DELAY_SECONDS',
  networkNames: 'SIGN_IN_NETWORK_NAMES',
  networkWindowSeconds: 'SIGN_IN_NETWORK_SECONDS',
} as const satisfies Record<keyof LoginLimitSettings, string>;

function loginLimitsOf(environment: Environment): LoginLimitSettings {
  const limitOf = (limit: keyof LoginLimitSettings): number => {
    const text = environment[LOGIN_LIMITS[limit]];
    if (text === undefined) return DEFAULT_LOGIN_LIMITS[limit];
    if (!/^[1-9]\d{0,5}$/.test(text))
      throw new StartRefusal(
        `${LOGIN_LIMITS[limit]} has to be a whole number from 1 to 999999, not "${text}".`,
      );
    return Number(text);
  };
  return {
    freeFailures: limitOf('freeFailures'),
    longestDelaySeconds: limitOf('longestDelaySeconds'),
    networkNames: limitOf('networkNames'),
    networkWindowSeconds: limitOf('networkWindowSeconds'),
  };
}

/** PostgreSQL takes 100 connections of all servers and commands together, unless it is told another number. */
const MOST_CONNECTIONS = 1_000;

function connectionsOf({ DATABASE_CONNECTIONS: text }: Environment): number {
  if (text === undefined) return SERVING_CONNECTIONS;
  const connections = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (connections < FEWEST_SERVING_CONNECTIONS || connections > MOST_CONNECTIONS)
    throw new StartRefusal(
      `DATABASE_CONNECTIONS has to be a whole number from ${FEWEST_SERVING_CONNECTIONS} to ${MOST_CONNECTIONS}, not "${text}".`,
    );
  return connections;
}

/** The address that a variable names. */
function addressOf(environment: Environment, variable: 'MAIL_FROM' | 'MANAGER_EMAIL'): string | undefined {
  const text = environment[variable]?.trim();
  if (!text) return undefined;
  // A sender may have a name before the address.
  const [, address = text] = (variable === 'MAIL_FROM' && /^[^<>\r\n]*<([^<>]*)>$/.exec(text)) || [];
  if (!isEmailAddress(address))
    throw new StartRefusal(
      `${variable} has to be an e-mail address like canteen@example.org, not "${text}".`,
    );
  return text;
}

function mailRouteOf(environment: Environment): MailRoute | undefined {
  const { SMTP_URL: smtpUrl } = environment;
  if (!smtpUrl) return undefined;
  // It may hold a password, so it is not repeated.
  if (!/^smtps?:\/\/[^/?#\s]/i.test(smtpUrl) || !URL.canParse(smtpUrl))
    throw new StartRefusal('SMTP_URL has to name a mail server, like smtp://mail.example.org:587.');
  const from = addressOf(environment, 'MAIL_FROM');
  if (from === undefined)
    throw new StartRefusal('MAIL_FROM is missing: it is the address that mails are sent from.');
  return { smtpUrl, from };
}

/** Throws when people would wait for mails that nobody sends. */
export function refuseMissingMail(settings: Settings, { mail }: Pick<StartSettings, 'mail'>): void {
  if (mail !== undefined) return;
  const needing =
    (settings.allowPasswordRecovery && 'allowPasswordRecovery') ||
    (settings.allowRegistration && !settings.registrationWithoutMail && 'allowRegistration');
  if (needing)
    throw new StartRefusal(
      `SMTP_URL is missing, and ${needing} of the settings sends mail: name a mail server, or switch it off.`,
    );
}

/** What the environment says, or the first reason not to start with it. */
export function startSettings(environment: Environment): StartSettings {
  const databaseUrl = requiredVariable(environment, 'DATABASE_URL', 'names the PostgreSQL server to use');
  const publicUrl = publicOrigin(environment);
  const { port, host } = listeningPlace(environment, 4300);
  refuseShiftedClock(environment);
  return {
    databaseUrl,
    publicUrl,
    port,
    host,
    settingsFile: environment['REFECTORY_SETTINGS'],
    trustProxy: trustedProxies(environment),
    loginLimits: loginLimitsOf(environment),
    databaseConnections: connectionsOf(environment),
    mail: mailRouteOf(environment),
    managerEmail: addressOf(environment, 'MANAGER_EMAIL'),
  };
}

/** Whether a start is for trying things out, which has to be said: whatever is not said is safe for real orders. */
export function isDevelopment(environment: Environment): boolean {
  return environment['NODE_ENV'] === 'development';
}

/** Throws when a server for real orders is asked to live at another time. */
export function refuseShiftedClock(environment: Environment): void {
  if (!isDevelopment(environment) && environment['REFECTORY_NOW'] !== undefined)
    throw new StartRefusal(
      'REFECTORY_NOW shifts the clock for trying things out: unset it, or set NODE_ENV=development.',
    );
}

/** Throws when a database does not answer, or not to us. */
export async function refuseSilentDatabase(database: Database): Promise<void> {
  const reason = await whyUnreachable(database);
  if (reason !== undefined)
    throw new StartRefusal(`The database of DATABASE_URL cannot be reached: ${reason}.`);
}

/** Throws when a database may lose what it has acknowledged. */
export async function refuseForgetfulDatabase(database: Database): Promise<void> {
  const missing = await missingDurability(database);
  if (missing.length > 0)
    throw new StartRefusal(
      `The database has ${missing.join(' and ')} off, so a crash could lose orders that were confirmed: switch it on, or set NODE_ENV=development.`,
    );
}

/** Throws when a database has the accounts of the demo, whose password everybody knows. */
export async function refuseDemoAccounts(database: Database): Promise<void> {
  if (await hasDemoAccounts(database))
    throw new StartRefusal(
      'The database has the accounts of the demo, whose password everybody knows: use one without, or set NODE_ENV=development.',
    );
}
