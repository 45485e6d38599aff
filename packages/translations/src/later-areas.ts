import type { Language } from '@refectory/domain/texts';

import type account from './en/account.json';
import type forgottenPassword from './en/forgotten-password.json';
import type formErrors from './en/form-errors.json';
import type form from './en/form.json';
import type passwordReset from './en/password-reset.json';
import type profile from './en/profile.json';
import type registration from './en/registration.json';
import type session from './en/session.json';
import type terms from './en/terms.json';
import { wordsOf } from './words-of.ts';

/** The words of what few come to, by area. */
export const laterAreas = {
  account: (language: Language) => wordsOf<typeof account>(import(`./${language}/account.json`)),
  session: (language: Language) => wordsOf<typeof session>(import(`./${language}/session.json`)),
  terms: (language: Language) => wordsOf<typeof terms>(import(`./${language}/terms.json`)),
  Form: (language: Language) => wordsOf<typeof form>(import(`./${language}/form.json`)),
  FormErrors: (language: Language) => wordsOf<typeof formErrors>(import(`./${language}/form-errors.json`)),
  Registration: (language: Language) =>
    wordsOf<typeof registration>(import(`./${language}/registration.json`)),
  ForgottenPassword: (language: Language) =>
    wordsOf<typeof forgottenPassword>(import(`./${language}/forgotten-password.json`)),
  PasswordReset: (language: Language) =>
    wordsOf<typeof passwordReset>(import(`./${language}/password-reset.json`)),
  Profile: (language: Language) => wordsOf<typeof profile>(import(`./${language}/profile.json`)),
};
