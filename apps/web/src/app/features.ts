import { cardFeature } from '#features/card/card-feature.ts';
import { cartFeature } from '#features/cart/cart-feature.ts';
import { loginFeature } from '#features/login/login-feature.ts';
import { menuFeature } from '#features/menu/menu-feature.ts';
import { ordersFeature } from '#features/orders/orders-feature.ts';
import { pagesFeature } from '#features/pages/pages-feature.ts';
import { pairingFeature } from '#features/pairing/pairing-feature.ts';
import { profileFeature } from '#features/profile/profile-feature.ts';
import { reportsFeature } from '#features/reports/reports-feature.ts';
import { passwordFeature } from '#features/password/password-feature.ts';
import { personalDetailsFeature } from '#features/personal-details/personal-details-feature.ts';
import { topUpFeature } from '#features/top-up/top-up-feature.ts';
import { registrationFeature } from '#features/registration/registration-feature.ts';
import type { Feature } from '#platform/feature.ts';

/** Everything the application can do; a new feature is a line here. */
export const features: readonly Feature[] = [
  menuFeature,
  ordersFeature,
  cartFeature,
  profileFeature,
  reportsFeature,
  loginFeature,
  topUpFeature,
  registrationFeature,
  passwordFeature,
  personalDetailsFeature,
  pagesFeature,
  pairingFeature,
  cardFeature,
];
