import { account } from './account.ts';
import { canteens } from './canteens.ts';
import { customer } from './customer.ts';
import { menu } from './menu.ts';
import { orders } from './orders.ts';
import { session } from './session.ts';

/** Every call of the API by name. */
export const api = { ...session, ...customer, ...canteens, ...menu, ...orders, ...account };
