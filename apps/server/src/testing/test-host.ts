import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Settings } from '@refectory/contract/settings';
import { openDatabase, type Database } from '@refectory/database/database';
import { factoryNow } from '@refectory/database/factories';
import {
  createTestDatabase,
  type TestCluster,
  type TestDatabase,
} from '@refectory/database/testing/test-cluster';
import type { Instant } from '@refectory/domain/day';
import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { createApp, menuCacheOf } from '../app.ts';
import { testSettings } from './create-test-app.ts';
import { sessionQueries } from '../session/session-queries.ts';
import { createSessions } from '../session/sessions.ts';
import { createFaults, type Faults } from './faults.ts';
import { mailsTo } from './mails.ts';
import { customerIdOf } from './seed-queries.ts';
import { createSeed, seedKinds, type Seed, type SeedStep } from './seed.ts';
import { runningClock, type TestClock } from './test-clock.ts';
import { openTestReader, type TestReader } from './test-reader.ts';

/** What an app for a browser test begins with. */
export type HostedAppOptions = {
  /** The clock's first moment; it goes on from there. */
  readonly now?: Instant;
  readonly settings?: Partial<Settings>;
  readonly seed?: readonly SeedStep[];
};

/** An app behind a fault proxy, under a path of the host. No other app uses its database meanwhile. */
export type HostedApp = {
  readonly id: string;
  /** Path of the app on the host, without a slash at the end. */
  readonly base: string;
  readonly database: Database;
  readonly clock: TestClock;
  readonly faults: Faults;
  /** Makes rows; a menu that is shown sees them at once. */
  readonly seed: Seed;
  /** Begins a session of a customer without their password. Returns its token. */
  readonly signIn: (userName: string) => Promise<string>;
  /** The card reader before the browser; there is none until it is opened. */
  readonly reader: { current?: TestReader };
  readonly close: () => Promise<void>;
};

/** Apps for browser tests behind one port, to be made and told what to do over HTTP or from Node. */
export type TestHost = {
  readonly address: string;
  /** Answers a request that came to another server of the same process. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly create: (options: HostedAppOptions) => Promise<HostedApp>;
  readonly close: () => Promise<void>;
};

async function createHostedApp(
  id: string,
  { connection }: TestDatabase,
  options: HostedAppOptions,
): Promise<HostedApp> {
  const base = `/app/${id}`;
  // These connections end with the app. A request that is still running then fails, and cannot change the rows of the
  // next app.
  // Each connection is a process of PostgreSQL; one page needs no more at once.
  const database = openDatabase(connection, { max: 4 });
  const clock = runningClock(options.now ?? factoryNow);
  const app = await createApp({
    database,
    clock: clock.now,
    settings: { ...testSettings, apiUrl: `${base}/api`, ...options.settings },
  });
  const makeRows = createSeed(database, clock.now);
  const seed: Seed = async (steps) => {
    const made = await makeRows(steps);
    menuCacheOf(app).drop();
    return made;
  };
  // Before the app listens: what it begins with is news to nobody.
  if (options.seed) await seed(options.seed);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const faults = createFaults(`http://127.0.0.1:${port}`, clock.now);
  const reader: HostedApp['reader'] = {};
  return {
    signIn: async (userName) => {
      const sessions = createSessions(sessionQueries(database));
      const token = await sessions.begin(await customerIdOf(database, userName), clock.now());
      if (token === undefined) throw new Error(`${userName} is blocked`);
      return token;
    },
    reader,
    id,
    base,
    database,
    clock,
    faults,
    seed,
    close: async () => {
      faults.clear();
      reader.current?.close();
      app.server.closeAllConnections();
      await app.close();
      await database.close();
    },
  };
}

const Moment = z.union([z.number(), z.iso.datetime({ offset: true })]);
const instantOf = (moment: string | number): Instant =>
  typeof moment === 'number' ? moment : Date.parse(moment);

const Steps = z.array(
  z.object({
    make: z.enum(seedKinds),
    as: z.optional(z.string()),
    with: z.optional(z.record(z.string(), z.unknown())),
  }),
);
const Creation = z.object({
  now: z.optional(Moment),
  settings: z.optional(z.record(z.string(), z.unknown())),
  seed: z.optional(Steps),
});
const SignIn = z.object({ userName: z.string() });
const Seeding = z.object({ seed: Steps });
const ClockChange = z.union([z.object({ now: Moment }), z.object({ advanceMs: z.number() })]);
const Answer = z.object({
  status: z.number(),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.unknown()),
});
const Rule = z.object({
  match: z.string(),
  times: z.optional(z.number()),
  fault: z.union([
    z.object({ delayMs: z.number() }),
    z.object({ hold: z.literal(true), answer: z.optional(Answer) }),
    z.object({ cut: z.literal(true) }),
    z.object({ dropAfter: z.literal(true) }),
    z.object({ answer: Answer }),
  ]),
});
const Inbox = z.object({ address: z.string() });
const Release = z.object({ faultId: z.number() });
const ReaderOpening = z.object({ obeys: z.boolean() });
const ReaderSpeech = z.object({ frame: z.string(), times: z._default(z.number(), 1) });

/** The reader of an app, which a test has to open first. */
function readerOf({ reader }: HostedApp): TestReader {
  if (!reader.current) throw notThere('card reader');
  return reader.current;
}

const notThere = (what: string) => Object.assign(new Error(`there is no ${what}`), { statusCode: 404 });

/** What tests can tell an app, by the path behind `/control/<id>/`. */
const controls: Readonly<Record<string, (app: HostedApp, body: unknown) => object | Promise<object>>> = {
  seed: async (app, body) => ({ made: await app.seed(z.parse(Seeding, body).seed as SeedStep[]) }),
  'sign-in': async (app, body) => ({ token: await app.signIn(z.parse(SignIn, body).userName) }),
  clock: ({ clock }, body) => {
    const change = z.parse(ClockChange, body);
    if ('now' in change) clock.set(instantOf(change.now));
    else clock.advance(change.advanceMs);
    return { now: new Date(clock.now()).toISOString() };
  },
  faults: ({ faults }, body) => {
    const { match, times, fault } = z.parse(Rule, body);
    return {
      faultId: faults.add({ match, ...(times !== undefined && { times }), fault }).id,
    };
  },
  'faults/release': ({ faults }, body) => ({ released: faults.release(z.parse(Release, body).faultId) }),
  'faults/clear': ({ faults }) => {
    faults.clear();
    return {};
  },
  mails: async ({ database, clock }, body) => {
    const mails = await mailsTo(database, z.parse(Inbox, body).address, clock.now());
    return { mails: mails.map(({ subject, action }) => ({ subject, link: action?.link })) };
  },
  requests: ({ faults }) => ({ requests: faults.seen() }),
  'requests/forget': ({ faults }) => {
    faults.forgetSeen();
    return {};
  },
  'reader/open': async ({ reader }, body) => {
    reader.current = await openTestReader(z.parse(ReaderOpening, body));
    return { address: reader.current.address };
  },
  'reader/say': (app, body) => {
    const { frame, times } = z.parse(ReaderSpeech, body);
    readerOf(app).say(frame, times);
    return {};
  },
  'reader/heard': (app) => ({ heard: readerOf(app).heard(), connections: readerOf(app).connections() }),
  'reader/refuse': (app) => {
    readerOf(app).refuse();
    return {};
  },
  'reader/admit': (app) => {
    readerOf(app).admit();
    return {};
  },
  // Nobody waits for it: the next test has an app and a database of its own.
  close: (app) => {
    void app.close();
    return {};
  },
};

/** The calls tests make and steer their apps by. */
function control(host: FastifyInstance, apps: Map<string, HostedApp>, create: TestHost['create']): void {
  host.post('/control/create', ({ body }) => {
    const { now, settings, seed } = z.parse(Creation, body ?? {});
    return create({
      ...(now !== undefined && { now: instantOf(now) }),
      ...(settings && { settings }),
      ...(seed && { seed: seed as SeedStep[] }),
    }).then(async (app) => ({
      id: app.id,
      base: app.base,
      apiUrl: `${app.base}/api`,
      made: await app.seed([]),
    }));
  });
  host.all<{ Params: { id: string; '*': string } }>('/control/:id/*', ({ params, body }) => {
    const app = apps.get(params.id);
    const tell = controls[params['*']];
    if (!app) throw notThere(`app ${params.id}`);
    if (!tell) throw notThere(`control ${params['*']}`);
    return tell(app, body);
  });
}

/** Passes everything under `/app/<id>` to that app, through its faults. */
function passToApps(host: FastifyInstance, apps: Map<string, HostedApp>): void {
  void host.register(async (passing) => {
    passing.removeAllContentTypeParsers();
    passing.addContentTypeParser('*', (_request, _payload, done) => done(null));
    passing.all<{ Params: { id: string } }>('/app/:id/*', (request, reply) => {
      const app = apps.get(request.params.id);
      if (!app) return reply.code(404).send({ error: `no app ${request.params.id}` });
      reply.hijack();
      return app.faults.handle(request.raw, reply.raw, request.url.slice(app.base.length));
    });
  });
}

/** Starts a host on a loopback port; without one, on any that is free. */
export async function startTestHost({
  cluster,
  port = 0,
}: {
  readonly cluster: TestCluster;
  readonly port?: number;
}): Promise<TestHost> {
  const apps = new Map<string, HostedApp>();
  const closing = new Set<Promise<void>>();
  /** Databases that no app uses, in the state of one that was just migrated. */
  const free: TestDatabase[] = [];
  let lastId = 0;

  async function create(options: HostedAppOptions): Promise<HostedApp> {
    lastId += 1;
    const id = String(lastId);
    const database = free.pop() ?? (await createTestDatabase(cluster, { max: 1 }));
    const app = await createHostedApp(id, database, options).catch(async (error: unknown) => {
      await database.drop();
      throw error;
    });
    const close = async () => {
      if (!apps.delete(app.id)) return;
      const closed = closeAndRestore(app, database)
        // A database that cannot be restored is not lent again.
        .catch(() => database.drop())
        .finally(() => closing.delete(closed));
      closing.add(closed);
      await closed;
    };
    const listed = { ...app, close };
    apps.set(app.id, listed);
    return listed;
  }

  async function closeAndRestore(app: HostedApp, database: TestDatabase): Promise<void> {
    await app.close();
    await database.restore();
    free.push(database);
  }

  const host = Fastify({ forceCloseConnections: true });
  control(host, apps, create);
  passToApps(host, apps);
  await host.listen({ port, host: '127.0.0.1' });
  const { port: actual } = host.server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${actual}`,
    handle: (request, response) => host.routing(request, response),
    create,
    close: async () => {
      await Promise.all([...apps.values()].map((app) => app.close()));
      await Promise.all(closing);
      await Promise.all(free.map((database) => database.drop()));
      await host.close();
    },
  };
}
