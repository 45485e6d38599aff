import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Instant } from '@refectory/domain/day';

import { ForgedNoticeError, type RawNotice } from '../gateway.ts';

/** How old a signature may be, or ahead of our clock, in ms. */
const TOLERANCE_MS = 5 * 60_000;

const digest = (secret: string, moment: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${moment}.`).update(body).digest();

/** The header that signs a body at a moment: `t=<seconds>,v1=<HMAC-SHA256 of seconds, a point and the body>`. */
export function signatureOf(secret: string, body: Buffer, now: Instant): string {
  const moment = String(Math.floor(now / 1000));
  return `t=${moment},v1=${digest(secret, moment, body).toString('hex')}`;
}

/** Throws unless the header signs the body, by this secret and not long ago. */
export function refuseForged(secret: string, header: string, { body, now }: RawNotice): void {
  const [, moment = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (signature === '') throw new ForgedNoticeError('the notice has no signature');
  if (!timingSafeEqual(digest(secret, moment, body), Buffer.from(signature, 'hex')))
    throw new ForgedNoticeError('the signature of the notice is wrong');
  if (Math.abs(now - Number(moment) * 1000) > TOLERANCE_MS)
    throw new ForgedNoticeError('the signature of the notice is too old');
}
