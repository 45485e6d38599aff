import { languages } from '@refectory/domain/texts';
import { expect, test } from 'vitest';

import { allWords } from './all-words.ts';

/** What is rightly the same in several languages. */
const common = new Set([
  'Alergeny',
  'Bonus',
  'Bonusy',
  'Cena',
  'E-mail',
  'Filtry',
  'Firma',
  'Karta',
  'Menu',
  'Osoba',
  'Profil',
]);
/** Czech and Slovak share half of their short texts, and these of the longer ones. */
const commonSentences = new Set([
  'Nové číslo karty',
  'Pole obsahuje nepodporované znaky',
  'Tento odkaz už neplatí',
]);

/** The words of a text, of four letters and more, without its arguments and what chooses between them. */
const wordsOf = (text: string) =>
  text.replaceAll(/\{\w+[,}]|\b(?:plural|zero|one|few|many|other)\b/g, '').match(/\p{L}{4,}/gu) ?? [];

/** The texts of a language by area and name. */
async function textsOf(language: (typeof languages)[number]): Promise<ReadonlyMap<string, string>> {
  const areas: Readonly<Record<string, Readonly<Record<string, string>>>> = await allWords(language);
  return new Map(
    Object.entries(areas).flatMap(([area, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${area}.${name}`, text] as const),
    ),
  );
}

const pairs = languages.flatMap((one, index) =>
  languages.slice(index + 1).map((other) => [one, other] as const),
);

test.each(pairs)('I18N-01 no text of %s was left over from %s', async (one, other) => {
  const [texts, others] = await Promise.all([textsOf(one), textsOf(other)]);
  const areNear = one === 'cs' && other === 'sk';
  const isWord = (text: string) => wordsOf(text).length > (areNear ? 2 : 0);
  const left = [...texts].filter(([name, text]) => text === others.get(name) && isWord(text));
  const known = areNear ? commonSentences : common;
  expect(left.filter(([, text]) => !known.has(text))).toEqual([]);
  expect(texts.size).toBeGreaterThan(600);
});
