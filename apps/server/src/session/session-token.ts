import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new session token: 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token, so that whoever reads the table cannot use it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
