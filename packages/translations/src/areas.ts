import type { Language } from '@refectory/domain/texts';

import type dialogs from './en/dialogs.json';
import type login from './en/login.json';
import type notHere from './en/not-here.json';
import type session from './en/session.json';
import type terms from './en/terms.json';
import type { formAreas as formAreasType } from './form-areas.ts';
import { wordsOf } from './words-of.ts';

type FormAreas = typeof formAreasType;

/** Words of the pages made of forms. Where their files are comes with the first of them, to keep it out of the first load. */
function ofForms<Area extends keyof FormAreas>(area: Area) {
  return async (language: Language) => {
    const { formAreas } = await import('./form-areas.ts');
    // The words of this area, as its name says.
    return (await formAreas[area](language)) as Awaited<ReturnType<FormAreas[Area]>>;
  };
}

/**
 * Words that load with what shows them, by area. A new area is two lines here and a file in every language. Names with a
 * capital are the specification's.
 */
export const lateAreas = {
  dialogs: (language: Language) => wordsOf<typeof dialogs>(import(`./${language}/dialogs.json`)),
  login: (language: Language) => wordsOf<typeof login>(import(`./${language}/login.json`)),
  notHere: (language: Language) => wordsOf<typeof notHere>(import(`./${language}/not-here.json`)),
  session: (language: Language) => wordsOf<typeof session>(import(`./${language}/session.json`)),
  terms: (language: Language) => wordsOf<typeof terms>(import(`./${language}/terms.json`)),
  Form: ofForms('Form'),
  FormErrors: ofForms('FormErrors'),
  Registration: ofForms('Registration'),
  ForgottenPassword: ofForms('ForgottenPassword'),
  PasswordReset: ofForms('PasswordReset'),
  Profile: ofForms('Profile'),
};

/** An area whose words load with what shows them. */
export type LateArea = keyof typeof lateAreas;
