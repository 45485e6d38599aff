import type { Failure, RefusalCode } from '@refectory/contract/errors';
import type { FormValues } from '@refectory/domain/form-field';
import type { PasswordRules } from '@refectory/domain/password-rules';

import type { ScreenField } from './screen-field.ts';

/** The fields of a new password: the password, which is told its rules while it is typed, and its repetition. */
export function newPasswordFields(
  passwordRules: PasswordRules,
  labels: { readonly password: string; readonly repeat: string },
): readonly ScreenField[] {
  return [
    {
      id: 'password',
      type: 'password',
      label: labels.password,
      required: true,
      passwordRules,
      autoComplete: 'new-password',
      toldFrom: 'typing',
    },
    {
      id: 'repeat',
      type: 'password',
      label: labels.repeat,
      required: true,
      repeats: 'password',
      autoComplete: 'new-password',
      toldFrom: 'leaving',
    },
  ];
}

/** The new password of such a form. */
export const newPasswordIn = (values: FormValues): string => String(values['password']);

/** The codes that refuse a new password. */
const REFUSALS: ReadonlySet<string> = new Set<RefusalCode>([
  'passwordTooShort',
  'passwordWithoutLowercase',
  'passwordWithoutUppercase',
  'passwordWithoutDigit',
  'passwordWithoutSpecial',
  'passwordTooCommon',
]);

/** The field of a new password, where a failure is about it. */
export const newPasswordFieldOf = (failure: Failure): 'password' | undefined =>
  'code' in failure && failure.code !== undefined && REFUSALS.has(failure.code) ? 'password' : undefined;
