import { languages } from '@refectory/domain/texts';
import { expect, test } from 'vitest';

import { refusalText } from './refusal-texts.ts';

test.each([
  [45, ['za 45 sekund.', 'in 45 seconds.', 'za 45 sekund.', 'o 45 sekúnd.']],
  [
    91,
    [
      'za 1 minutu a 31 sekund.',
      'in 1 minute and 31 seconds.',
      'za 1 minutę i 31 sekund.',
      'o 1 minútu a 31 sekúnd.',
    ],
  ],
  [120, ['za 2 minuty.', 'in 2 minutes.', 'za 2 minuty.', 'o 2 minúty.']],
  [
    301,
    [
      'za 5 minut a 1 sekundu.',
      'in 5 minutes and 1 second.',
      'za 5 minut i 1 sekundę.',
      'o 5 minút a 1 sekundu.',
    ],
  ],
  [
    82_861,
    [
      'za 23 hodin a 2 minuty.',
      'in 23 hours and 2 minutes.',
      'za 23 godziny i 2 minuty.',
      'o 23 hodín a 2 minúty.',
    ],
  ],
])('who is locked out for %i seconds is told so in the units that people say it in', (seconds, endings) => {
  for (const [index, language] of (['cs', 'en', 'pl', 'sk'] as const).entries())
    expect(refusalText('tooManyAttempts', { seconds }, language)).toMatch(
      new RegExp(`${endings[index]?.replaceAll('.', '\\.')}$`),
    );
});

test('so is everybody who came too often', () => {
  for (const language of languages) {
    const text = refusalText('tooManyRequests', { seconds: 600 }, language);
    expect(text).toMatch(/ 10 min/);
    expect(text).not.toMatch(/600/);
  }
});

test('part of PROF-19: how long a comment has to wait is told in seconds, as everywhere', () => {
  for (const language of languages)
    expect(refusalText('commentTooSoon', { seconds: 200 }, language)).toMatch(/ 200 se[kc]/);
});
