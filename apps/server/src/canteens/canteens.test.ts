import { createCanteen } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

test('API-48 DATA-03 every canteen is listed with id, key and name in the language of the caller', async () => {
  const t = await createTestApp({ database: database.current });
  const main = await createCanteen(database.current, {
    key: 'main',
    name: { cs: 'Hlavní jídelna', en: 'Main canteen' },
  });
  const garden = await createCanteen(database.current, { key: 'garden', name: { en: 'Garden bistro' } });
  const listed = async (language: 'cs' | 'en') =>
    (await t.client(language, await t.tokenFor()).listCanteens()).canteens;
  expect(await listed('cs')).toEqual([
    { id: main.id, key: 'main', name: 'Hlavní jídelna' },
    { id: garden.id, key: 'garden', name: 'Garden bistro' },
  ]);
  expect((await listed('en'))[0]?.name).toBe('Main canteen');
});
