import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Instant } from '@refectory/domain/day';

const TOKEN_BYTES = 32;
/** A guest's token is the moment it ends (6 bytes), what tells it from others, and the signature of both. */
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

/** A new token of a guest, as long as any other; `key` vouches for it, so that nothing has to be stored. */
export function newGuestToken(key: Buffer, expiresAt: Instant): string {
  const signed = randomBytes(GUEST_SIGNED_BYTES);
  signed.writeUIntBE(expiresAt, 0, GUEST_MOMENT_BYTES);
  return Buffer.concat([signed, signature(key, signed)]).toString('base64url');
}

/** When the session of a guest's token ends; undefined for any other token. */
export function guestTokenEnd(key: Buffer, token: string): Instant | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES) return undefined;
  const signed = bytes.subarray(0, GUEST_SIGNED_BYTES);
  if (!timingSafeEqual(signature(key, signed), bytes.subarray(GUEST_SIGNED_BYTES))) return undefined;
  return signed.readUIntBE(0, GUEST_MOMENT_BYTES);
}
