import type { Language } from '@refectory/domain/texts';

import type account from './en/account.json';
import type card from './en/card.json';
import type cart from './en/cart.json';
import type dialogs from './en/dialogs.json';
import type emailChange from './en/email-change.json';
import type fail from './en/fail.json';
import type footer from './en/footer.json';
import type forgottenPassword from './en/forgotten-password.json';
import type formErrors from './en/form-errors.json';
import type form from './en/form.json';
import type login from './en/login.json';
import type meta from './en/meta.json';
import type orderList from './en/order-list.json';
import type pairing from './en/pairing.json';
import type passwordReset from './en/password-reset.json';
import type profile from './en/profile.json';
import type registration from './en/registration.json';
import type reports from './en/reports.json';
import type session from './en/session.json';
import type terms from './en/terms.json';
import type topUp from './en/top-up.json';

/** The words of a file. English gives their type; `npm run translations` holds the other languages to it. */
async function wordsOf<Words>(file: Promise<{ readonly default: Words }>): Promise<Words> {
  return (await file).default;
}

/**
 * Words that load with what shows them, by area. A new area is two lines here and a file in every language. Names with a
 * capital are the specification's. This list is fetched with the first of them: the addresses of all these files are too
 * long for the first load.
 */
export const lateAreas = {
  account: (language: Language) => wordsOf<typeof account>(import(`./${language}/account.json`)),
  card: (language: Language) => wordsOf<typeof card>(import(`./${language}/card.json`)),
  cart: (language: Language) => wordsOf<typeof cart>(import(`./${language}/cart.json`)),
  dialogs: (language: Language) => wordsOf<typeof dialogs>(import(`./${language}/dialogs.json`)),
  emailChange: (language: Language) => wordsOf<typeof emailChange>(import(`./${language}/email-change.json`)),
  footer: (language: Language) => wordsOf<typeof footer>(import(`./${language}/footer.json`)),
  login: (language: Language) => wordsOf<typeof login>(import(`./${language}/login.json`)),
  meta: (language: Language) => wordsOf<typeof meta>(import(`./${language}/meta.json`)),
  orderList: (language: Language) => wordsOf<typeof orderList>(import(`./${language}/order-list.json`)),
  pairing: (language: Language) => wordsOf<typeof pairing>(import(`./${language}/pairing.json`)),
  reports: (language: Language) => wordsOf<typeof reports>(import(`./${language}/reports.json`)),
  session: (language: Language) => wordsOf<typeof session>(import(`./${language}/session.json`)),
  terms: (language: Language) => wordsOf<typeof terms>(import(`./${language}/terms.json`)),
  Fail: (language: Language) => wordsOf<typeof fail>(import(`./${language}/fail.json`)),
  TopUp: (language: Language) => wordsOf<typeof topUp>(import(`./${language}/top-up.json`)),
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

/** An area whose words load with what shows them. */
export type LateArea = keyof typeof lateAreas;
