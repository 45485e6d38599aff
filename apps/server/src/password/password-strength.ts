import type { RefusalCode } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import { brokenPasswordRules, type PasswordRule } from '@refectory/domain/password-rules';

import { refuse, type RefusalError } from '../http/refusal.ts';

/** What is said of each rule. */
const refusals = {
  minLength: 'passwordTooShort',
  lowercase: 'passwordWithoutLowercase',
  uppercase: 'passwordWithoutUppercase',
  digit: 'passwordWithoutDigit',
  special: 'passwordWithoutSpecial',
} as const satisfies Record<PasswordRule, RefusalCode>;

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

/** Why a new password of an account is refused; undefined when it is not. */
export async function whyRefused(
  password: string,
  { userName, email }: { readonly userName: string; readonly email?: string | null | undefined },
  { passwordRules, applicationName }: Pick<Settings, 'passwordRules' | 'applicationName'>,
): Promise<RefusalError | undefined> {
  const [broken] = brokenPasswordRules(password, passwordRules);
  if (broken) return refuse(refusals[broken], { least: passwordRules.minLength });
  if (/\p{Cc}/u.test(password)) return refuse('badRequest', { field: 'password' });
  if (await isCommon(password, [userName, email, email?.split('@')[0], applicationName]))
    return refuse('passwordTooCommon');
  return undefined;
}
