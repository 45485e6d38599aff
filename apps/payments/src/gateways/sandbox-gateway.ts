import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

import type { Instant } from '@refectory/domain/day';
import * as z from 'zod/mini';

import {
  ForgedNoticeError,
  GatewayUnavailableError,
  type GatewayFact,
  type GatewayNotice,
} from '../gateway.ts';
import { serveSandboxPage } from './sandbox-page.ts';
import {
  SandboxReference,
  type SandboxAction,
  type SandboxGateway,
  type SandboxPayment,
} from './sandbox-payment.ts';
import { refuseForged, signatureOf } from './signed-notice.ts';

/** The header that the sandbox signs its notices in. */
export const SANDBOX_SIGNATURE = 'x-sandbox-signature';

/** How long a notice is held back that comes late, in ms. */
const LATE_MS = 20_000;

/** The database takes no text with a NUL in it. */
const Text = z.string().check(z.regex(/^[^\0]*$/));

/** A notice as the sandbox writes it. */
const Notice = z.object({
  event: Text,
  paymentId: Text,
  reference: Text,
  fact: z.enum(['authorised', 'settled', 'failed', 'expired']),
  amount: z.int(),
  currency: Text,
});

/** Where a notice is delivered: the address of the notices of the gateway. */
export type Deliver = (notice: {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
}) => Promise<unknown>;

/**
 * A gateway that takes no money, with a page where every outcome can be chosen, for the demo and for tests. Its notices
 * are signed and delivered like those of a real one. It forgets what became of payments when it ends.
 */
export function sandboxGateway(options: {
  readonly id: string;
  /** The path of the service of payments, such as `/payments`, at the origin that the customer comes from. */
  readonly path: string;
  readonly clock: () => Instant;
  readonly deliver: Deliver;
  readonly secret?: string;
  /** Runs something later, by the machine's clock unless told. */
  readonly later?: (run: () => void, afterMs: number) => void;
}): SandboxGateway {
  const { id, path, clock, deliver } = options;
  const secret = options.secret ?? randomBytes(32).toString('hex');
  const later = options.later ?? ((run, afterMs) => void setTimeout(run, afterMs).unref());
  const states = new Map<string, GatewayFact['fact']>();
  const refunds = new Map<string, 'done'>();

  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);

  function paymentOf(reference: string): SandboxPayment | undefined {
    const [text = '', signature = ''] = reference.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    // Signed by us, so of our own making.
    return z.parse(SandboxReference, JSON.parse(Buffer.from(text, 'base64url').toString())) as SandboxPayment;
  }

  function known(reference: string): SandboxPayment {
    const payment = paymentOf(reference);
    if (payment === undefined) throw new GatewayUnavailableError('the sandbox does not know this payment');
    return payment;
  }

  function stateOf(reference: string): GatewayFact['fact'] {
    const state = states.get(reference);
    if (state !== undefined) return state;
    return known(reference).expiresAt <= clock() ? 'expired' : 'pending';
  }

  function factOf(reference: string): GatewayFact {
    const { amount, currency } = known(reference);
    const fact = stateOf(reference);
    return fact === 'settled' || fact === 'authorised' ? { fact, amount, currency } : { fact };
  }

  function notice(reference: string, fact: GatewayNotice['fact'], event: string = randomUUID()) {
    const { paymentId, amount, currency } = known(reference);
    const body = Buffer.from(JSON.stringify({ event, paymentId, reference, fact, amount, currency }));
    return {
      body,
      headers: {
        'content-type': 'application/json',
        [SANDBOX_SIGNATURE]: signatureOf(secret, body, clock()),
      },
    };
  }

  /** A notice that is not taken in is made up for by the status query. */
  const send = async (reference: string, fact: GatewayNotice['fact']) => {
    await deliver(notice(reference, fact)).catch(() => undefined);
  };

  async function act(reference: string, action: SandboxAction): Promise<string | undefined> {
    const payment = known(reference);
    if (stateOf(reference) === 'settled') return payment.successUrl;
    if (stateOf(reference) !== 'pending') return payment.failUrl;
    if (action === 'decline' || action === 'cancel') {
      states.set(reference, 'failed');
      await send(reference, 'failed');
      return payment.failUrl;
    }
    states.set(reference, 'settled');
    switch (action) {
      case 'pay':
        await send(reference, 'settled');
        return payment.successUrl;
      case 'pay-twice':
        await send(reference, 'settled');
        await send(reference, 'settled');
        return payment.successUrl;
      case 'pay-late':
        later(() => void send(reference, 'settled'), LATE_MS);
        return payment.successUrl;
      case 'lose-notice':
        return payment.successUrl;
      case 'close':
        await send(reference, 'settled');
        return undefined;
    }
  }

  const gateway: SandboxGateway = {
    id,
    act,
    paymentOf,
    stateOf,
    notice,
    begin: async (payment) => {
      const text = Buffer.from(JSON.stringify(payment)).toString('base64url');
      const reference = `${text}.${sign(text)}`;
      const page = new URL(`${path}/gateway/${id}`, payment.successUrl);
      page.searchParams.set('payment', reference);
      return { reference, link: page.href };
    },
    query: async (reference) => factOf(reference),
    close: async (reference) => {
      if (stateOf(reference) === 'pending') states.set(reference, 'expired');
      return factOf(reference);
    },
    refund: async ({ key }) => {
      refunds.set(key, 'done');
      return 'done';
    },
    readNotice: (raw) => {
      const header = raw.headers[SANDBOX_SIGNATURE];
      refuseForged(secret, typeof header === 'string' ? header : '', raw);
      const read = z.safeParse(Notice, parsed(raw.body));
      if (!read.success) throw new ForgedNoticeError('the notice cannot be read');
      // Written by `notice` above, whose amount is one.
      return read.data as GatewayNotice;
    },
    servePages: (app) => serveSandboxPage(app, gateway),
  };
  return gateway;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
