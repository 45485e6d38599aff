import { addDays, calendarDay, type CalendarDay } from '@refectory/domain/day';
import type { DemoTexts } from './demo-texts.ts';

// Czech act 245/2000 Sb. Names where every neighbour has one of its own are translated, not copied.
const fixedHolidays: Readonly<Record<string, DemoTexts>> = {
  '01-01': { cs: 'Nový rok', en: 'New Year’s Day', pl: 'Nowy Rok', sk: 'Nový rok' },
  '05-01': { cs: 'Svátek práce', en: 'Labour Day', pl: 'Święto Pracy', sk: 'Sviatok práce' },
  '05-08': { cs: 'Den vítězství', en: 'Victory Day', pl: 'Dzień Zwycięstwa', sk: 'Deň víťazstva' },
  '07-05': {
    cs: 'Den slovanských věrozvěstů Cyrila a Metoděje',
    en: 'Saints Cyril and Methodius Day',
    pl: 'Dzień świętych Cyryla i Metodego',
    sk: 'Sviatok svätého Cyrila a Metoda',
  },
  '07-06': {
    cs: 'Den upálení mistra Jana Husa',
    en: 'Jan Hus Day',
    pl: 'Dzień spalenia Jana Husa',
    sk: 'Deň upálenia majstra Jana Husa',
  },
  '09-28': {
    cs: 'Den české státnosti',
    en: 'Czech Statehood Day',
    pl: 'Dzień Czeskiej Państwowości',
    sk: 'Deň českej štátnosti',
  },
  '10-28': {
    cs: 'Den vzniku samostatného československého státu',
    en: 'Czechoslovak Independence Day',
    pl: 'Dzień powstania niepodległej Czechosłowacji',
    sk: 'Deň vzniku samostatného česko-slovenského štátu',
  },
  '11-17': {
    cs: 'Den boje za svobodu a demokracii',
    en: 'Struggle for Freedom and Democracy Day',
    pl: 'Dzień Walki o Wolność i Demokrację',
    sk: 'Deň boja za slobodu a demokraciu',
  },
  '12-24': { cs: 'Štědrý den', en: 'Christmas Eve', pl: 'Wigilia', sk: 'Štedrý deň' },
  '12-25': {
    cs: '1. svátek vánoční',
    en: 'Christmas Day',
    pl: 'Pierwszy dzień Bożego Narodzenia',
    sk: 'Prvý sviatok vianočný',
  },
  '12-26': {
    cs: '2. svátek vánoční',
    en: 'St Stephen’s Day',
    pl: 'Drugi dzień Bożego Narodzenia',
    sk: 'Druhý sviatok vianočný',
  },
};

const goodFriday: DemoTexts = {
  cs: 'Velký pátek',
  en: 'Good Friday',
  pl: 'Wielki Piątek',
  sk: 'Veľký piatok',
};
const easterMonday: DemoTexts = {
  cs: 'Velikonoční pondělí',
  en: 'Easter Monday',
  pl: 'Poniedziałek Wielkanocny',
  sk: 'Veľkonočný pondelok',
};

/** Easter Sunday of a year in the Gregorian calendar, by the anonymous method of 1876 (Meeus, Astronomical Algorithms, 8). */
function easterSunday(year: number): CalendarDay {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sinceMarch = h + l - 7 * m + 21;
  return addDays(calendarDay(`${year}-03-01`), sinceMarch);
}

/** The name of the Czech public holiday on a day, if there is one. */
export function czechHoliday(day: CalendarDay): DemoTexts | undefined {
  const easter = easterSunday(Number(day.slice(0, 4)));
  if (day === addDays(easter, -2)) return goodFriday;
  if (day === addDays(easter, 1)) return easterMonday;
  return fixedHolidays[day.slice(5)];
}
