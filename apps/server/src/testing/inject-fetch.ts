import type { FastifyInstance, InjectOptions } from 'fastify';

/** A `fetch` that reaches an app without a port. */
export function injectFetch(app: FastifyInstance): (address: string, init: RequestInit) => Promise<Response> {
  return async (address, init) => {
    const options: InjectOptions = {
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: address,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
    };
    const answer = await app.inject(options);
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers.set(name, String(value));
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      statusText: answer.statusMessage,
      headers,
    });
  };
}
