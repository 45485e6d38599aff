/** What decides who may see the offer. */
export type ShoppingSwitches = {
  readonly applicationMode: 'shop' | 'canteen' | 'webcare';
  readonly allowShopping: boolean;
  readonly allowGuests: boolean;
};

/** Whether this visitor may use the offer; webcare has none. */
export function mayShop(switches: ShoppingSwitches, loggedIn: boolean): boolean {
  return (
    switches.applicationMode !== 'webcare' && switches.allowShopping && (loggedIn || switches.allowGuests)
  );
}

/**
 * Whether this visitor may open the e-mailed links about a card: whoever may see the offer, and in webcare, which has
 * none, whoever is logged in.
 */
export function mayOpenCardLinks(switches: ShoppingSwitches, loggedIn: boolean): boolean {
  return switches.applicationMode === 'webcare' ? loggedIn : mayShop(switches, loggedIn);
}

/** The ways to order a dish. A dish that only the exchange has is ordered at once, and a sold-out dish has one button, which says so. */
export function waysToOrder(
  action: 'order' | 'exchange' | 'sold-out',
  style: OrderingStyle,
): { readonly atOnce: boolean; readonly byCart: boolean } {
  if (action !== 'order') return { atOnce: true, byCart: false };
  return { atOnce: style !== 'cart', byCart: hasCart(style) };
}

/** Whether there is a cart. */
export function hasCart(style: OrderingStyle): boolean {
  return style !== 'direct';
}

/** Whether the application begins at the offer, which sends a guest who may not see it to the login; else at the profile. */
export function startsAtOffer(switches: ShoppingSwitches, loggedIn: boolean): boolean {
  return mayShop(switches, loggedIn) || !loggedIn;
}

/** How meals are ordered: at once, by the cart, or either way. */
export type OrderingStyle = 'direct' | 'cart' | 'both';

/** The configured ordering style, else that of the mode. */
export function orderingStyle(switches: {
  readonly applicationMode: ShoppingSwitches['applicationMode'];
  readonly ordering?: OrderingStyle | undefined;
}): OrderingStyle {
  return switches.ordering ?? (switches.applicationMode === 'shop' ? 'cart' : 'direct');
}
