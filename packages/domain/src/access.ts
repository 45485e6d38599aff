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
