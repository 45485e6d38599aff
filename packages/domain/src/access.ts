/** What decides who may see the offer. */
export type ShoppingSwitches = {
  readonly applicationMode: 'shop' | 'canteen' | 'webcare';
  readonly allowShopping: boolean;
  readonly allowGuests: boolean;
};

/** Whether this visitor may use the offer; webcare has none (OQ-12). */
export function mayShop(switches: ShoppingSwitches, loggedIn: boolean): boolean {
  return (
    switches.applicationMode !== 'webcare' && switches.allowShopping && (loggedIn || switches.allowGuests)
  );
}

/** Whether a dish is put into the cart; an exchange is a direct order in either style (OQ-30). */
export function goesToCart(action: 'order' | 'exchange', style: OrderingStyle): boolean {
  return action === 'order' && style === 'cart';
}

/** Whether the application begins at the offer, which sends a guest who may not see it to the login; else at the profile (OQ-12). */
export function startsAtOffer(switches: ShoppingSwitches, loggedIn: boolean): boolean {
  return mayShop(switches, loggedIn) || !loggedIn;
}

/** How meals are ordered: at once, by the cart, or either way. */
export type OrderingStyle = 'direct' | 'cart' | 'both';

/** The configured ordering style, else that of the mode (OQ-01). */
export function orderingStyle(switches: {
  readonly applicationMode: ShoppingSwitches['applicationMode'];
  readonly ordering?: OrderingStyle | undefined;
}): OrderingStyle {
  return switches.ordering ?? (switches.applicationMode === 'shop' ? 'cart' : 'direct');
}
