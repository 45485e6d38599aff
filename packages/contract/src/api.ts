import { account } from './account.ts';
import { canteens } from './canteens.ts';
import { card } from './card.ts';
import { cart } from './cart.ts';
import { customer } from './customer.ts';
import { email } from './email.ts';
import { live } from './live.ts';
import { menu } from './menu.ts';
import { orders } from './orders.ts';
import { pairing } from './pairing.ts';
import { password } from './password.ts';
import { personalData } from './personal-data.ts';
import { profile } from './profile.ts';
import { registration } from './registration.ts';
import { reports } from './reports.ts';
import { session } from './session.ts';
import { terms } from './terms.ts';

/** Every call of the API by name. */
export const api = {
  ...session,
  ...registration,
  ...password,
  ...customer,
  ...profile,
  ...email,
  ...terms,
  ...card,
  ...account,
  ...reports,
  ...pairing,
  ...canteens,
  ...menu,
  ...live,
  ...cart,
  ...orders,
  ...personalData,
};
