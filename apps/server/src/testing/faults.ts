import {
  request as requestTo,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Instant } from '@refectory/domain/day';

/** What happens to a request that a rule matches. */
export type Fault =
  /** It reaches the server so much later. */
  | { readonly delayMs: number }
  /** It waits until the rule is released, and is then answered here or reaches the server. */
  | { readonly hold: true; readonly answer?: FaultAnswer | undefined }
  /** It is answered here and never reaches the server. */
  | { readonly answer: FaultAnswer }
  /** Its connection is cut before the server sees it. */
  | { readonly cut: true }
  /** The server does its work, and the connection is cut before the answer arrives. */
  | { readonly dropAfter: true };

/** An answer in place of the server's, of the same time; a body that is not a text is sent as JSON. */
export type FaultAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
};

/** A fault for the requests whose `METHOD path?query` matches, the first so many of them when `times` is given. */
export type FaultRule = {
  readonly match: RegExp | string;
  readonly times?: number;
  readonly fault: Fault;
};

/** A rule at work. */
export type ActiveFault = {
  readonly id: number;
  /** Lets held requests go on; later ones pass. */
  readonly release: () => void;
  readonly remove: () => void;
};

/** A request that arrived, answered or not. */
export type SeenRequest = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** The one way to broken answers in tests: it stands before a real server and does what it is told. */
export type Faults = {
  readonly add: (rule: FaultRule) => ActiveFault;
  readonly release: (id: number) => boolean;
  /** Removes every rule and lets held requests go on. */
  readonly clear: () => void;
  readonly seen: () => readonly SeenRequest[];
  readonly forgetSeen: () => void;
  /** Passes a request on to the server behind, under another path. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;
};

type Rule = {
  readonly rule: FaultRule;
  readonly pattern: RegExp;
  left: number;
  release: () => void;
  readonly released: Promise<void>;
};

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function sendAnswer(
  response: ServerResponse,
  { status, headers = {}, body }: FaultAnswer,
  now: Instant | undefined,
): void {
  const isText = typeof body === 'string';
  response.writeHead(status, {
    ...(now !== undefined && { date: new Date(now).toUTCString() }),
    ...(body !== undefined && {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    }),
    ...headers,
  });
  response.end(body === undefined || isText ? body : JSON.stringify(body));
}

/** Faults before the server at an address, `http://host:port`; `clock` is that server's, where it is not the machine's. */
export function createFaults(target: string, clock?: () => Instant): Faults {
  const rules = new Map<number, Rule>();
  const seen: SeenRequest[] = [];
  let lastId = 0;

  function add(rule: FaultRule): ActiveFault {
    lastId += 1;
    const id = lastId;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    rules.set(id, {
      rule,
      pattern: new RegExp(rule.match),
      left: rule.times ?? Number.POSITIVE_INFINITY,
      release,
      released,
    });
    return {
      id,
      release,
      remove: () => {
        release();
        rules.delete(id);
      },
    };
  }

  /** The first rule that has to do with a request; it counts as used. */
  function take(text: string): Rule | undefined {
    for (const rule of rules.values())
      if (rule.left > 0 && rule.pattern.test(text)) {
        rule.left -= 1;
        return rule;
      }
    return undefined;
  }

  function pass(
    request: IncomingMessage,
    response: ServerResponse,
    { path, body, drop }: { path: string; body: string; drop: boolean },
  ): Promise<void> {
    return new Promise((resolve) => {
      const onward = requestTo(
        new URL(path, target),
        { method: request.method, headers: request.headers },
        (answer) => {
          if (drop) {
            answer.resume();
            answer.on('end', () => {
              response.destroy();
              resolve();
            });
            return;
          }
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
          answer.on('end', resolve);
        },
      );
      onward.on('error', () => {
        // The server behind is gone: the client sees what it would see without this proxy.
        response.destroy();
        resolve();
      });
      response.on('close', () => onward.destroy());
      onward.end(body);
    });
  }

  return {
    add,
    release(id) {
      const rule = rules.get(id);
      rule?.release();
      return rule !== undefined;
    },
    clear() {
      for (const rule of rules.values()) rule.release();
      rules.clear();
    },
    seen: () => seen,
    forgetSeen: () => {
      seen.length = 0;
    },
    async handle(request, response, path) {
      const body = await textOf(request);
      const method = request.method ?? 'GET';
      seen.push({ method, path, headers: request.headers, body });
      const taken = take(`${method} ${path}`);
      const fault = taken?.rule.fault;
      if (!taken || !fault) return pass(request, response, { path, body, drop: false });
      if ('hold' in fault) await taken.released;
      if ('answer' in fault && fault.answer) return sendAnswer(response, fault.answer, clock?.());
      if ('cut' in fault) {
        response.destroy();
        return;
      }
      if ('delayMs' in fault)
        await new Promise((resolve) => {
          setTimeout(resolve, fault.delayMs);
        });
      await pass(request, response, { path, body, drop: 'dropAfter' in fault });
    },
  };
}

/** Faults on a port of their own before a server, for programs that need an address. */
export async function startFaultsProxy(
  target: string,
): Promise<Faults & { readonly address: string; readonly close: () => Promise<void> }> {
  const faults = createFaults(target);
  const server = createServer((request, response) => {
    void faults.handle(request, response, request.url ?? '/');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...faults,
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        faults.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
