import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Instant } from '@refectory/domain/day';

const TOKEN_BYTES = 32;
/** What a guest's token begins with, so that no other one is held against a signature. */
const GUEST_MARK = 'g.';
/** Behind it stand the moment it ends (6 bytes), what tells it from others, and the signature of both. */
const GUEST_MOMENT_BYTES = 6;
const GUEST_SIGNED_BYTES = 16;

/** A new session token: 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token, so that whoever reads the table cannot use it. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function signature(key: Buffer, signed: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(signed)
    .digest()
    .subarray(0, TOKEN_BYTES - GUEST_SIGNED_BYTES);
}

/** A new token of a guest; `key` vouches for it, so that nothing has to be stored. */
export function newGuestToken(key: Buffer, expiresAt: Instant): string {
  const signed = randomBytes(GUEST_SIGNED_BYTES);
  signed.writeUIntBE(expiresAt, 0, GUEST_MOMENT_BYTES);
  return GUEST_MARK + Buffer.concat([signed, signature(key, signed)]).toString('base64url');
}

/** Whether a token is meant to be a guest's. */
export function isGuestToken(token: string): boolean {
  return token.startsWith(GUEST_MARK);
}

/** When the session of a guest's token ends; undefined for one that nobody vouches for. */
export function guestTokenEnd(key: Buffer, token: string): Instant | undefined {
  const bytes = Buffer.from(token.slice(GUEST_MARK.length), 'base64url');
  if (bytes.length !== TOKEN_BYTES) return undefined;
  const signed = bytes.subarray(0, GUEST_SIGNED_BYTES);
  if (!timingSafeEqual(signature(key, signed), bytes.subarray(GUEST_SIGNED_BYTES))) return undefined;
  return signed.readUIntBE(0, GUEST_MOMENT_BYTES);
}
