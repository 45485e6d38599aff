import { Settings } from '@refectory/contract/settings';
import { createCustomer, createOffering, factoryDay } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { createTestApp } from '@refectory/server/testing/create-test-app';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import canteenSettings from '../settings/canteen.json';
import shopSettings from '../settings/shop.json';
import webcareSettings from '../settings/webcare.json';

const database = useTestDatabase();

test.each([
  { mode: 'canteen', file: canteenSettings, offers: true },
  { mode: 'shop', file: shopSettings, offers: true },
  { mode: 'webcare', file: webcareSettings, offers: false },
])(
  'in the mode $mode a server answers to what the switches of the demo allow, and refuses the rest',
  async ({ file, offers }) => {
    const t = await createTestApp({ database: database.current, settings: z.parse(Settings, file) });
    const { canteenId } = await createOffering(database.current);
    const query = { canteenId, timeSpan: 'day', from: factoryDay, to: factoryDay } as const;
    const customer = await t.loginAs(await createCustomer(database.current));
    for (const client of [customer, t.client('en', await t.tokenFor())]) {
      if (offers) expect((await client.getMenu({ query })).menu).toHaveLength(1);
      else
        await expect(client.getMenu({ query })).rejects.toMatchObject({ failure: { code: 'switchedOff' } });
    }
    // What belongs to the customer, and not to the offer, is every mode's.
    expect(await customer.listOrders()).toMatchObject({ orders: [] });
  },
);
