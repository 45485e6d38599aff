import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { refuse } from '../http/refusal.ts';
import { networkOf } from '../session/network-of.ts';
import { isCustomerSession, type Session } from '../session/sessions.ts';

/** Menus in a minute that nobody asked for lately: all days of two months in a language, and some more. */
const MENUS = 200;
const WINDOW_SECONDS = 60;

/** Counts menus that have to be made for a caller alone; throws `tooManyRequests` when it is too many. */
export type MenuLimits = { readonly count: (session: Session, address: string) => Promise<void> };

/** Limits by customer, and for guests by network; each process counts for itself, since it is its work that is limited. */
export function createMenuLimits({ menus = MENUS }: { readonly menus?: number } = {}): MenuLimits {
  const limiter = new RateLimiterMemory({ points: menus, duration: WINDOW_SECONDS });
  return {
    async count(session, address) {
      const owner = isCustomerSession(session)
        ? `customer ${session.customerId}`
        : `network ${networkOf(address)}`;
      try {
        await limiter.consume(owner);
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        throw refuse('tooManyRequests', { seconds: Math.ceil(reason.msBeforeNext / 1000) });
      }
    },
  };
}
