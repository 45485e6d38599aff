import { isIP } from 'node:net';

import {
  FEWEST_SERVING_CONNECTIONS,
  SERVING_CONNECTIONS,
  whyUnreachable,
  type Database,
} from '@refectory/database/database';
import ipaddr from 'ipaddr.js';

import { hasDemoAccounts } from './demo-account-queries.ts';
import type { Settings } from '@refectory/contract/settings';
import { isEmailAddress } from '@refectory/domain/email-address';

import type { MailRoute } from './mail/mail-sender.ts';
import { missingDurability } from './durability-queries.ts';
import { DEFAULT_LOGIN_LIMITS, type LoginLimitSettings } from './session/login-limits.ts';

/** The environment a start reads. */
export type Environment = Readonly<Record<string, string | undefined>>;

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

/** A start that is refused; the message is one sentence for whoever started it. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

function webAddress(text: string): string | undefined {
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a text names an address (`10.0.0.1`), a range (`10.0.0.0/8`) or a range of a known name. */
function isAddressRange(text: string): boolean {
  return NAMED_RANGES.includes(text) || isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}

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
  const { DATABASE_URL, PUBLIC_URL, PORT = '4300', HOST = '127.0.0.1', TRUST_PROXY } = environment;
  if (!DATABASE_URL)
    throw new StartRefusal('DATABASE_URL is missing: it names the PostgreSQL server to use.');
  if (!PUBLIC_URL)
    throw new StartRefusal('PUBLIC_URL is missing: it is the address people reach this server at.');
  const publicUrl = webAddress(PUBLIC_URL);
  if (publicUrl === undefined)
    throw new StartRefusal(`PUBLIC_URL has to be an http or https address, not "${PUBLIC_URL}".`);
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535)
    throw new StartRefusal(`PORT has to be a number up to 65535, not "${PORT}".`);
  const wrongProxy = TRUST_PROXY?.split(',').find((part) => !isAddressRange(part.trim()));
  if (wrongProxy !== undefined)
    throw new StartRefusal(
      `TRUST_PROXY has to name the addresses of proxies, like 10.0.0.7 or 10.0.0.0/8, not "${wrongProxy.trim()}".`,
    );
  refuseShiftedClock(environment);
  return {
    databaseUrl: DATABASE_URL,
    publicUrl,
    port: Number(PORT),
    host: HOST,
    settingsFile: environment['REFECTORY_SETTINGS'],
    trustProxy: TRUST_PROXY,
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

/** Why a server that wanted to listen there could not, in one sentence. */
export function whyNotListening(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use: stop what uses it, or choose another, as in PORT=4301.`;
    case 'EACCES':
      return `This account may not listen on port ${port}: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST has to be a name or an address of this machine, not "${host}".`;
    default:
      return `Refectory cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
  }
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
