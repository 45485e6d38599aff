import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { expect, test } from 'vitest';

import { createLoginLimits } from './login-limits.ts';

const database = useTestDatabase();

test('a name that is the address it is sent from holds nobody up', async () => {
  const limits = createLoginLimits(database.current);
  const from = (name: string) => limits.attempt(name, '10.0.0.4', async () => name);
  const names = ['10.0.0.4', '10.0.0.4', 'somebody else'];
  expect(await Promise.all(names.map(from))).toEqual(names);
});
