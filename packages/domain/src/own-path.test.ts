import { expect, test } from 'vitest';

import { ownPath } from './own-path.ts';

test('NAV-31 only an address of this application is remembered or followed', () => {
  expect(ownPath('/profile/bills?from=2026-01-01#top')).toBe('/profile/bills?from=2026-01-01#top');
  for (const address of [
    undefined,
    '',
    'profile',
    '//example.org/x',
    '/\\example.org/x',
    '/\t/example.org/x',
    '/.//example.org/x',
    '/x/..//example.org',
    'https://example.org/',
    'javascript:alert(1)',
  ])
    expect(ownPath(address), address).toBeUndefined();
});
