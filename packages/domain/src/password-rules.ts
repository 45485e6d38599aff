/** What a new password has to be like, as the settings say. */
export type PasswordRules = {
  /** The fewest characters. */
  readonly minLength: number;
  readonly lowercase: boolean;
  readonly uppercase: boolean;
  readonly digit: boolean;
  readonly special: boolean;
};

/** The message of each rule, in the order they are told. */
export const passwordRuleMessages = {
  minLength: 'messageAtLeastMinLength',
  lowercase: 'messageAtLeastOneLowercase',
  uppercase: 'messageAtLeastOneUppercase',
  digit: 'messageAtLeastOneDigit',
  special: 'messageAtLeastOneSpecial',
} as const satisfies Record<keyof PasswordRules, string>;

/** A rule of passwords. */
export type PasswordRule = keyof typeof passwordRuleMessages;

const rulesInOrder = Object.keys(passwordRuleMessages) as PasswordRule[];

/** Letters of any alphabet count; special is what is neither letter, digit nor space. */
const needed = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  digit: /\p{Nd}/u,
  special: /[^\p{L}\p{M}\p{N}\s\p{C}]/u,
} as const;

/** The rules that apply to new passwords. */
export function passwordRulesInForce(rules: PasswordRules): PasswordRule[] {
  return rulesInOrder.filter((rule) => (rule === 'minLength' ? rules.minLength > 0 : rules[rule]));
}

/** The rules that a password breaks. */
export function brokenPasswordRules(password: string, rules: PasswordRules): PasswordRule[] {
  // An accent may be typed apart from its letter.
  const text = password.normalize('NFC');
  return passwordRulesInForce(rules).filter((rule) =>
    rule === 'minLength' ? Array.from(text).length < rules.minLength : !needed[rule].test(text),
  );
}

/** What is wrong with a change of password as a whole, by the code of its text. */
export function passwordChangeErrors(passwordOld: string, passwordNew: string): 'samePassword'[] {
  return passwordOld === passwordNew ? ['samePassword'] : [];
}
