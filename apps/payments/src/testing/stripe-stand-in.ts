import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An object of Stripe. */
export type StripeObject = Record<string, unknown>;

/** A call that was made. */
export type StripeCall = {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly key: string | undefined;
};

/**
 * A stand-in of the few endpoints of Stripe that are used; what they answer has the shape of Stripe's own. A key that comes
 * again is answered as it was first, or refused where the call asks for anything else, as Stripe does.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function startStripeStandIn() {
  const sessions = new Map<string, StripeObject>();
  const refunds = new Map<string, StripeObject>();
  const calls: StripeCall[] = [];
  const answered = new Map<string, { readonly asked: string; readonly body: object }>();
  const state = {
    isDown: false,
    /** What becomes of money that is sent back; `invalid` is refused for good. */
    refundStatus: 'succeeded',
    /** How many answers are still lost on their way: the call was carried out. */
    lostAnswers: 0,
  };

  function makeSession(form: URLSearchParams): object {
    const id = `cs_${form.get('client_reference_id')}`;
    const session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      client_reference_id: form.get('client_reference_id'),
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      expires_at: Number(form.get('expires_at')),
      payment_intent: null,
    };
    sessions.set(id, session);
    return session;
  }

  function makeRefund(form: URLSearchParams): object {
    const id = `re_${refunds.size + 1}`;
    const refund = {
      id,
      object: 'refund',
      payment_intent: form.get('payment_intent'),
      amount: Number(form.get('amount')),
      status: state.refundStatus,
      metadata: { key: form.get('metadata[key]') },
    };
    refunds.set(id, refund);
    return refund;
  }

  const refused = (type: string, message: string) => ({ error: { type, message } });

  function answerTo({ method, path: address, form, key }: StripeCall): readonly [number, object] {
    if (state.isDown) return [500, refused('api_error', 'down')];
    const { pathname: path, searchParams } = new URL(address, 'http://stripe');
    if (method === 'POST' && key !== undefined) {
      const asked = `${path} ${form.toString()}`;
      const known = answered.get(key);
      if (known && known.asked !== asked)
        return [400, refused('idempotency_error', 'the key was used with other parameters')];
      if (path === '/v1/refunds' && state.refundStatus === 'invalid')
        return [400, refused('invalid_request_error', 'disputed')];
      const body = known?.body ?? (path === '/v1/refunds' ? makeRefund(form) : makeSession(form));
      answered.set(key, { asked, body });
      return [200, body];
    }
    if (path === '/v1/refunds') {
      const intent = searchParams.get('payment_intent');
      const data = [...refunds.values()].filter(({ payment_intent: of }) => of === intent);
      return [200, { object: 'list', data, has_more: false, url: path }];
    }
    const [, id = '', expire] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(path) ?? [];
    const session = sessions.get(id);
    if (!session) return [404, refused('invalid_request_error', 'no such session')];
    if (expire) session['status'] = 'expired';
    return [200, session];
  }

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      const key = request.headers['idempotency-key'];
      // The library makes up a key for every POST that is given none, such as the end of a session.
      const isOwn = typeof key === 'string' && !key.startsWith('stripe-node-');
      const call = { method, path, form: new URLSearchParams(text), key: isOwn ? key : undefined };
      calls.push(call);
      const [status, body] = answerTo(call);
      if (status === 200 && state.lostAnswers > 0) {
        state.lostAnswers -= 1;
        request.socket.destroy();
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    sessions,
    refunds,
    calls,
    state,
    access: {
      protocol: 'http' as const,
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
    },
    /** Forgets the keys of calls, as Stripe does after a day. */
    forgetKeys: () => answered.clear(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
