import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { rememberTexts, weighted } from '@refectory/contract/accept-language';
import { answerDirectly } from './direct-answer.ts';
import { OwnAnswer, type AnswerHead } from './own-answer.ts';

const packers = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: Buffer) => promisify(gzip)(text),
} as const;

type Encoding = keyof typeof packers;

const ENCODINGS = ['br', 'gzip'] as const;

/** The encoding to use, by its name: `*` may leave out one that was refused. Brotli is preferred since it is smaller. */
const encodingFor = rememberTexts((header): Encoding | undefined => {
  const accepted = weighted(header);
  return ENCODINGS.find((encoding) => accepted.includes(encoding));
});

const VARY = 'Accept-Language, X-ASW-TOKEN, Accept-Encoding';

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether a condition names a tag; weak comparison, as for every cached read. // RFC 9110, 13.1.2 */
export function namesTag(condition: string | undefined, tag: string): boolean {
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

  override send(request: FastifyRequest, reply: FastifyReply, head: AnswerHead): void | Promise<void> {
    const { headers } = request.raw;
    const own = { 'Cache-Control': 'private, no-cache', ETag: this.#tag, Vary: VARY };
    if (namesTag(headers['if-none-match'], this.#tag)) {
      // The browser keeps the other headers of the answer it has.
      answerDirectly(reply, 304, { Date: head.Date, ...own });
      return undefined;
    }
    const encoding = encodingFor(headers['accept-encoding']);
    if (encoding !== undefined) return this.#sendPacked(encoding, reply, { ...head, ...own });
    this.#sendBytes(reply, { ...head, ...own }, this.#text);
    return undefined;
  }

  async #sendPacked(encoding: Encoding, reply: FastifyReply, head: OutgoingHttpHeaders): Promise<void> {
    const known = this.#packed.get(encoding) ?? packers[encoding](this.#text);
    this.#packed.set(encoding, known);
    this.#sendBytes(reply, { ...head, 'Content-Encoding': encoding }, await known);
  }

  #sendBytes(reply: FastifyReply, head: OutgoingHttpHeaders, bytes: Buffer): void {
    const content = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length };
    answerDirectly(reply, 200, { ...head, ...content }, bytes);
  }
}
