import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { StartRefusal } from '@refectory/contract/environment';
import { createCustomer } from '@refectory/database/factories';
import { startTestCluster } from '@refectory/database/testing/test-cluster';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readSettings } from './read-settings.ts';
import { DEFAULT_LOGIN_LIMITS } from './session/login-limits.ts';
import { refuseDemoAccounts, refuseForgetfulDatabase, startSettings } from './start-settings.ts';

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster({ isDurable: true });
});
afterAll(() => cluster.stop());
const database = useTestDatabase({ max: 1, cluster: () => cluster });
const environment = { DATABASE_URL: 'postgres://localhost/x', PUBLIC_URL: 'https://lunch.example/' };

describe('a start', () => {
  test('reads what it is told, on the loopback and port 4300 unless told otherwise', () => {
    expect(startSettings(environment)).toEqual({
      databaseUrl: 'postgres://localhost/x',
      publicUrl: 'https://lunch.example',
      host: '127.0.0.1',
      port: 4300,
      settingsFile: undefined,
      trustProxy: undefined,
      loginLimits: DEFAULT_LOGIN_LIMITS,
      databaseConnections: 20,
      mail: undefined,
      managerEmail: undefined,
    });
    const mail = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'Canteen <meals@example.org>' };
    expect(startSettings({ ...environment, ...mail, MANAGER_EMAIL: 'boss@example.org' })).toMatchObject({
      mail: { smtpUrl: 'smtp://mail.example:587', from: 'Canteen <meals@example.org>' },
      managerEmail: 'boss@example.org',
    });
    expect(startSettings({ ...environment, PORT: '80', HOST: '::' })).toMatchObject({ host: '::', port: 80 });
    const limited = startSettings({ ...environment, SIGN_IN_NETWORK_NAMES: '2000' });
    expect(startSettings({ ...environment, DATABASE_CONNECTIONS: '40' }).databaseConnections).toBe(40);
    expect(limited.loginLimits).toEqual({ ...DEFAULT_LOGIN_LIMITS, networkNames: 2000 });
  });

  test.each([
    [{ DATABASE_URL: undefined }, 'DATABASE_URL'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'lunch.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://lunch.example' }, 'PUBLIC_URL'],
    [{ PORT: '80x' }, 'PORT'],
    [{ SIGN_IN_FREE_FAILURES: '0' }, 'SIGN_IN_FREE_FAILURES'],
    [{ SIGN_IN_NETWORK_NAMES: 'many' }, 'SIGN_IN_NETWORK_NAMES'],
    [{ PORT: '65536' }, 'PORT'],
    [{ DATABASE_CONNECTIONS: '15' }, 'DATABASE_CONNECTIONS'],
    [{ DATABASE_CONNECTIONS: '1e3' }, 'DATABASE_CONNECTIONS'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ MANAGER_EMAIL: 'a@b.cz, c@d.cz' }, 'MANAGER_EMAIL'],
    [{ REFECTORY_NOW: '2026-11-20T08:00:00Z' }, 'REFECTORY_NOW'],
    [{ NODE_ENV: 'test', REFECTORY_NOW: '2026-11-20T08:00:00Z' }, 'REFECTORY_NOW'],
  ])('is refused in one sentence that names what is wrong: %o', (wrong, name) => {
    let message = '';
    try {
      startSettings({ ...environment, ...wrong });
    } catch (error) {
      message = error instanceof StartRefusal ? error.message : String(error);
    }
    expect(message).toContain(name);
    expect(message).toMatch(/^[^.\n]+(?:\.[^ ][^.\n]*)*\.$/);
  });

  test('a shifted clock is fine where the start says that it is for development', () => {
    const shifted = { NODE_ENV: 'development', REFECTORY_NOW: '2026-11-20T08:00:00Z' };
    expect(startSettings({ ...environment, ...shifted })).toHaveProperty('port');
  });
});

describe('a database for real orders', () => {
  test('that keeps what it acknowledges is taken', async () => {
    await expect(refuseForgetfulDatabase(database.current)).resolves.toBeUndefined();
  });

  test('without the accounts of the demo is taken', async () => {
    await createCustomer(database.current, { userName: 'jana' });
    await expect(refuseDemoAccounts(database.current)).resolves.toBeUndefined();
  });

  test('that may lose what it acknowledges is refused by the setting’s name', async () => {
    await database.current.pool.query('set synchronous_commit = off');
    await expect(refuseForgetfulDatabase(database.current)).rejects.toThrow(/synchronous_commit off/);
    await database.current.pool.query('reset synchronous_commit');
  });
});

describe('the settings of a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'refectory-settings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const read = async (text: string) => {
    const file = join(folder, 'settings.json');
    await writeFile(file, text);
    return readSettings(file);
  };

  test('what a file leaves out is as the contract has it', async () => {
    expect(await read('{"allowShopping":true,"own":1}')).toMatchObject({
      allowShopping: true,
      apiUrl: '/api',
    });
    expect(await readSettings(undefined)).toMatchObject({ allowShopping: false });
  });

  test('a file that is missing, no JSON or wrong is refused with its name', async () => {
    await expect(readSettings(join(folder, 'none.json'))).rejects.toThrow(/none\.json cannot be read/);
    await expect(read('{')).rejects.toThrow(/settings\.json:1:2: the file is no JSON/);
    await expect(read('['.repeat(200_000))).rejects.toThrow(/settings\.json:1:1: the file is nested too/);
    await expect(read('{"allowShopping":"yes"}')).rejects.toThrow(/settings\.json:1:2: allowShopping: /);
  });
});
