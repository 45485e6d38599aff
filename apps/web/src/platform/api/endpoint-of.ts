import { canteens } from '@refectory/contract/canteens';
import type { Endpoint } from '@refectory/contract/endpoint';
import { menu } from '@refectory/contract/menu';
import { session } from '@refectory/contract/session';

import type { ApiName } from './api.ts';
import type { customerCalls } from './customer-calls.ts';
import { latePart } from '#platform/late/late-part.ts';

type Calls = Readonly<Record<string, Endpoint>>;

/** The calls that the first page of a guest makes; the others come when one of them is made. */
const atOnce: Calls = { ...session, ...canteens, ...menu };

/** Those that the first page makes for a customer besides: fetched ahead where somebody is signed in. */
export const customerCallsPart = latePart(
  async (): Promise<Calls> => (await import('./customer-calls.ts')).customerCalls,
);

const callsOfCustomers: Readonly<Record<keyof typeof customerCalls, true>> = {
  getCustomer: true,
  getBalance: true,
  getBonusBalance: true,
  listCustomData: true,
  listOrders: true,
  createDirectOrder: true,
  cancelOrder: true,
  exchangeOrder: true,
  getTerms: true,
};

/** Those of all other pages. */
export const otherCallsPart = latePart(async (): Promise<Calls> => {
  const [{ api }, { topUp }] = await Promise.all([
    import('@refectory/contract/api'),
    import('@refectory/contract/top-up'),
  ]);
  return { ...api, ...topUp };
});

/** The definition of a call. Throws `ApiError` when it has to be fetched first and cannot be. */
export async function endpointOf(name: ApiName): Promise<Endpoint> {
  const part = name in callsOfCustomers ? customerCallsPart : otherCallsPart;
  const definition = atOnce[name] ?? (await part.load())[name];
  if (!definition) throw new RangeError(`there is no call ${name}`);
  return definition;
}
