import { hash, verify } from '@node-rs/argon2';

/** The parameters passwords are hashed with: 19 MiB, two passes, one lane. // OWASP's minimum */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password for storage, argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let decoy: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Without a hash, as for a name that nobody has or a
 * customer who has no password yet (''), it takes as long and is false, so that the time tells nothing.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody's password");
  const matches = await verify(stored || (await decoy), password);
  return Boolean(stored) && matches;
}
