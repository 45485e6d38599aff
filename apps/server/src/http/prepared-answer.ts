import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { weighted } from './accept-language.ts';
import { OwnAnswer } from './own-answer.ts';

const packers = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: Buffer) => promisify(gzip)(text),
} as const;

type Encoding = keyof typeof packers;

/** The encoding to use, by its name: `*` may leave out one that was refused. Brotli is preferred since it is smaller. */
function encodingFor(header: string | undefined): Encoding | undefined {
  const accepted = weighted(header);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether a condition names a tag; weak comparison, as for every cached read. // RFC 9110, 13.1.2 */
function matches(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  return (
    condition === tag || condition.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag))
  );
}

/**
 * An answer that is serialised once and sent to many: every encoding is packed when it is first
 * asked for, and whoever has it already gets 304.
 */
export class PreparedAnswer extends OwnAnswer {
  readonly #text: Buffer;
  readonly #tag: string;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  /** `identity` is what the tag stands for: the part of the answer whose change matters. */
  constructor(body: unknown, identity: unknown = body) {
    super();
    this.#text = Buffer.from(JSON.stringify(body));
    const digest = createHash('sha256').update(JSON.stringify(identity)).digest('base64url');
    this.#tag = `W/"${digest.slice(0, 27)}"`;
  }

  override send(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    reply.headers({
      'Cache-Control': 'private, no-cache',
      ETag: this.#tag,
      Vary: 'Accept-Language, X-ASW-TOKEN, Accept-Encoding',
    });
    if (matches(request.headers['if-none-match'], this.#tag)) {
      reply.code(304).send();
      return undefined;
    }
    reply.type('application/json; charset=utf-8');
    const accepted = request.headers['accept-encoding'];
    const encoding = encodingFor(typeof accepted === 'string' ? accepted : undefined);
    if (encoding !== undefined) return this.#sendPacked(encoding, reply);
    reply.send(this.#text);
    return undefined;
  }

  async #sendPacked(encoding: Encoding, reply: FastifyReply): Promise<void> {
    const known = this.#packed.get(encoding) ?? packers[encoding](this.#text);
    this.#packed.set(encoding, known);
    reply.header('Content-Encoding', encoding).send(await known);
  }
}
