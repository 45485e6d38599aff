import type { OutgoingHttpHeaders } from 'node:http';

import type { Instant } from '@refectory/domain/day';
import type { FastifyReply } from 'fastify';

/** The header `Date` of answers sent within a second, which is the same for all of them. */
let lastDate = { second: Number.NaN, text: '' };

/** A moment as the header `Date` has it. */
export function httpDate(now: Instant): string {
  const second = Math.floor(now / 1000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(now).toUTCString() };
  return lastDate.text;
}

/** Answers past the hooks of the framework, with these headers and no others: everything about the answer is known. */
export function answerDirectly(
  reply: FastifyReply,
  status: number,
  headers: OutgoingHttpHeaders,
  body?: string | Buffer,
): void {
  reply.hijack();
  reply.raw.writeHead(status, headers).end(body);
}
