import { account } from '@refectory/contract/account';
import type { api } from '@refectory/contract/api';
import { canteens } from '@refectory/contract/canteens';
import { customer } from '@refectory/contract/customer';
import type { Endpoint } from '@refectory/contract/endpoint';
import { menu } from '@refectory/contract/menu';
import { orders } from '@refectory/contract/orders';
import { session } from '@refectory/contract/session';

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

const wholeApi = latePart(async () => (await import('@refectory/contract/api')).api);

/** The definition of a call. Throws `ApiError` when it has to be fetched first and cannot be. */
export async function endpointOf(name: keyof typeof api): Promise<Endpoint> {
  const definition = atOnce[name];
  if (definition) return definition;
  return (await wholeApi.load())[name];
}
