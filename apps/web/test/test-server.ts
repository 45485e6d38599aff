import type { Settings } from '@refectory/contract/settings';
import type { Fault, SeenRequest } from '@refectory/server/testing/faults';
import type { SeedStep } from '@refectory/server/testing/seed';

/** A real server with a database for itself, and a proxy before it that can break its answers. */
export type TestServer = {
  readonly apiUrl: string;
  /** Ids of what was seeded, by name. */
  readonly ids: Readonly<Record<string, number>>;
  readonly seed: (steps: readonly SeedStep[]) => Promise<Readonly<Record<string, number>>>;
  /** Breaks the answers to requests whose `METHOD path?query` matches; gives back how to let held ones go. */
  readonly fault: (match: RegExp, fault: Fault, times?: number) => Promise<{ release: () => Promise<void> }>;
  readonly clearFaults: () => Promise<void>;
  /** Every request so far whose `METHOD path?query` matches, in order. */
  readonly requests: (match?: RegExp) => Promise<readonly SeenRequest[]>;
  readonly forgetRequests: () => Promise<void>;
  /** The mails to an address so far, the newest first. */
  readonly mailsTo: (address: string) => Promise<readonly { subject: string; link?: string }[]>;
  /** Begins a session of a customer without their password. Returns its token. */
  readonly signIn: (userName: string) => Promise<string>;
  readonly setClock: (now: string) => Promise<void>;
  /** Opens a card reader; `obeys` has it answer each command with a result. */
  readonly openReader: (options?: { readonly obeys?: boolean }) => Promise<TestReader>;
  readonly close: () => Promise<void>;
};

/** A card reader behind a real WebSocket. */
export type TestReader = {
  readonly address: string;
  /** The commands that were sent to it, in order, by their types. */
  readonly heard: () => Promise<readonly string[]>;
  /** How many connections there were, and how many of them are open. */
  readonly connections: () => Promise<{ readonly all: number; readonly open: number }>;
  /** Sends a frame, as text or as what its text is made of. */
  readonly say: (frame: string | object, times?: number) => Promise<void>;
  /** Ends the connection; nobody is let in before `admit`. */
  readonly refuse: () => Promise<void>;
  readonly admit: () => Promise<void>;
};

async function control<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`/control/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new Error(`the test host refused ${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

type Ids = Readonly<Record<string, number>>;

/** Starts a server for one test; `now` is its clock's first moment, a Friday at 08:00 unless given. */
export async function startTestServer(options: {
  readonly now?: string;
  readonly settings?: Partial<Settings>;
  readonly seed?: readonly SeedStep[];
}): Promise<TestServer> {
  const { id, apiUrl, made } = await control<{ id: string; apiUrl: string; made: Ids }>('create', options);
  const seen = async () => (await control<{ requests: SeenRequest[] }>(`${id}/requests`)).requests;
  return {
    apiUrl,
    ids: made,
    seed: async (steps) => (await control<{ made: Ids }>(`${id}/seed`, { seed: steps })).made,
    fault: async (match, fault, times) => {
      const { faultId } = await control<{ faultId: number }>(`${id}/faults`, {
        match: match.source,
        fault,
        ...(times !== undefined && { times }),
      });
      return {
        release: async () => {
          await control(`${id}/faults/release`, { faultId });
        },
      };
    },
    clearFaults: async () => {
      await control(`${id}/faults/clear`, {});
    },
    requests: async (match) =>
      (await seen()).filter(({ method, path }) => match === undefined || match.test(`${method} ${path}`)),
    forgetRequests: async () => {
      await control(`${id}/requests/forget`, {});
    },
    mailsTo: async (address) =>
      (await control<{ mails: { subject: string; link?: string }[] }>(`${id}/mails`, { address })).mails,
    signIn: async (userName) => (await control<{ token: string }>(`${id}/sign-in`, { userName })).token,
    setClock: async (now) => {
      await control(`${id}/clock`, { now });
    },
    openReader: async ({ obeys = true } = {}) => {
      const { address } = await control<{ address: string }>(`${id}/reader/open`, { obeys });
      type Heard = { heard: readonly string[]; connections: { all: number; open: number } };
      const read = () => control<Heard>(`${id}/reader/heard`);
      return {
        address,
        heard: async () => (await read()).heard.map((frame) => (JSON.parse(frame) as { type: string }).type),
        connections: async () => (await read()).connections,
        say: async (frame, times) => {
          const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
          await control(`${id}/reader/say`, { frame: text, ...(times !== undefined && { times }) });
        },
        refuse: async () => {
          await control(`${id}/reader/refuse`, {});
        },
        admit: async () => {
          await control(`${id}/reader/admit`, {});
        },
      };
    },
    close: async () => {
      await control(`${id}/close`, {});
    },
  };
}
