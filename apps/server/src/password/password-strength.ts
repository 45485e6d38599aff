import type { RefusalError } from '../http/refusal.ts';
import { refuse } from '../http/refusal.ts';

/** What a new password has to be like; every rule but the length may be off. // spec §5 */
export type PasswordRules = {
  readonly minLength: number;
  readonly lowercase: boolean;
  readonly uppercase: boolean;
  readonly digit: boolean;
  readonly special: boolean;
};

/** The common passwords, read when the first new password is checked. */
let common: Promise<ReadonlySet<string>> | undefined;

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether a password is among the first that anybody would try: a common one, one letter again and again, or the person's own name. */
async function isCommon(password: string, names: readonly (string | null | undefined)[]): Promise<boolean> {
  const folded = password.normalize('NFKC').toLowerCase();
  common ??= readCommon();
  return (
    new Set(folded).size === 1 ||
    names.some((name) => Boolean(name) && name?.normalize('NFKC').toLowerCase() === folded) ||
    (await common).has(folded)
  );
}

/** Why a new password is refused; undefined when it is not. `names` are what the person and the canteen are called. */
export async function whyRefused(
  password: string,
  rules: PasswordRules,
  names: readonly (string | null | undefined)[],
): Promise<RefusalError | undefined> {
  // As people count characters: an accented letter and a flag are one each.
  const length = [...new Intl.Segmenter().segment(password)].length;
  if (length < rules.minLength) return refuse('passwordTooShort', { least: rules.minLength });
  if (rules.lowercase && !/\p{Ll}/u.test(password)) return refuse('passwordWithoutLowercase');
  if (rules.uppercase && !/\p{Lu}/u.test(password)) return refuse('passwordWithoutUppercase');
  if (rules.digit && !/\p{Nd}/u.test(password)) return refuse('passwordWithoutDigit');
  if (rules.special && !/[^\p{L}\p{N}\s]/u.test(password)) return refuse('passwordWithoutSpecial');
  if (/\p{Cc}/u.test(password)) return refuse('badRequest', { field: 'password' });
  if (await isCommon(password, names)) return refuse('passwordTooCommon');
  return undefined;
}
