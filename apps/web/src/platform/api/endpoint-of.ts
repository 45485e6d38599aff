import { account } from '@refectory/contract/account';
import { canteens } from '@refectory/contract/canteens';
import { customer } from '@refectory/contract/customer';
import type { Endpoint } from '@refectory/contract/endpoint';
import { menu } from '@refectory/contract/menu';
import { orders } from '@refectory/contract/orders';
import { session } from '@refectory/contract/session';

import type { ApiName } from './api.ts';
import { latePart } from '#platform/late/late-part.ts';

/** The nouns that the first page needs; the others come when one of their calls is made. */
const atOnce: Readonly<Record<string, Endpoint>> = {
  ...session,
  ...customer,
  ...canteens,
  ...menu,
  ...orders,
  ...account,
};

const otherCalls = latePart(async (): Promise<Readonly<Record<string, Endpoint>>> => {
  const [{ api }, { topUp }] = await Promise.all([
    import('@refectory/contract/api'),
    import('@refectory/contract/top-up'),
  ]);
  return { ...api, ...topUp };
});

/** The definition of a call. Throws `ApiError` when it has to be fetched first and cannot be. */
export async function endpointOf(name: ApiName): Promise<Endpoint> {
  const definition = atOnce[name] ?? (await otherCalls.load())[name];
  if (!definition) throw new RangeError(`there is no call ${name}`);
  return definition;
}
