import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';

import { hash, hashRaw, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** The parameters passwords are hashed with: 19 MiB, two passes, one lane. // OWASP's minimum */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** As long as the salts of stored passwords. */
const SALT_BYTES = 16;

/** A hash keeps a processor busy for some 10 ms; one processor is left to everybody who does not sign in. */
const hashing = pLimit(Math.max(1, availableParallelism() - 1));

/** Hashes a password for storage, argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, PARAMETERS));
}

/**
 * What stands for a text that holds a secret which can be guessed: the same each time for the same use, and as slow to guess from as a
 * stored password. No two uses have a salt in common.
 */
export function slowDigest(text: string, use: string): Promise<Buffer> {
  const salt = createHash('sha256').update(use).digest().subarray(0, SALT_BYTES);
  return hashing(async () => Buffer.from(await hashRaw(text, { ...PARAMETERS, salt })));
}

/** How a hash of the present parameters begins. */
const PRESENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Whether a stored hash was made by other parameters than today's; then the password is hashed again. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(PRESENT);
}

let decoy: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Without a hash, as for a name that nobody has or a
 * customer who has no password yet (''), it takes as long and is false, so that the time tells nothing.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody's password");
  const hashed = stored || (await decoy);
  const matches = await hashing(() => verify(hashed, password));
  return Boolean(stored) && matches;
}
