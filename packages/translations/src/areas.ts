import type { Language } from '@refectory/domain/texts';

import type dialogs from './en/dialogs.json';
import type login from './en/login.json';
import type notHere from './en/not-here.json';
import type { laterAreas as laterAreasType } from './later-areas.ts';
import { wordsOf } from './words-of.ts';

type LaterAreas = typeof laterAreasType;

/** Words of what few come to. Where their files are comes with the first of them, to keep it out of the first load. */
function ofLater<Area extends keyof LaterAreas>(area: Area) {
  return async (language: Language) => {
    const { laterAreas } = await import('./later-areas.ts');
    // The words of this area, as its name says.
    return (await laterAreas[area](language)) as Awaited<ReturnType<LaterAreas[Area]>>;
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
  account: ofLater('account'),
  session: ofLater('session'),
  terms: ofLater('terms'),
  Form: ofLater('Form'),
  FormErrors: ofLater('FormErrors'),
  Registration: ofLater('Registration'),
  ForgottenPassword: ofLater('ForgottenPassword'),
  PasswordReset: ofLater('PasswordReset'),
  Profile: ofLater('Profile'),
};

/** An area whose words load with what shows them. */
export type LateArea = keyof typeof lateAreas;
