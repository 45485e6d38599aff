import type { RefusalCode } from '@refectory/contract/errors';
import type { FastifyRequest } from 'fastify';

import { networkOf } from '../session/network-of.ts';

/** Refusals that whoever runs the server wants to know of: somebody guesses, or asks for more than they may. */
const toldRefusals: ReadonlySet<RefusalCode> = new Set([
  'wrongCredentials',
  'cardRefused',
  'tooManyAttempts',
  'tooManyRequests',
  'tooManyTries',
  'cartsUnpaid',
]);

/** How many refusals a minute are told, of one network and of all together: nobody fills the disk by guessing. */
export const TOLD_OF_A_NETWORK = 20;
const TOLD_IN_ALL = 300;
const WINDOW_MS = 60_000;

/** Logs refusals, each in a line of its own, up to a limit a minute; the others of that minute in one line at its end. */
export type RefusalLog = { readonly met: (code: RefusalCode, request: FastifyRequest) => void };

export function createRefusalLog(): RefusalLog {
  /** What was met since the minute began, by network; undefined before the next refusal begins a minute. */
  let minute: { toldOf: Map<string, number>; told: number; untold: number } | undefined;

  function begin(log: FastifyRequest['server']['log']) {
    const begun = { toldOf: new Map<string, number>(), told: 0, untold: 0 };
    setTimeout(() => {
      minute = undefined;
      const { untold, told } = begun;
      if (untold > 0) log.warn({ untold, told }, 'there were more refusals in a minute than are told');
    }, WINDOW_MS).unref();
    return begun;
  }

  return {
    met(code, { log, ip, method, routeOptions, server }) {
      if (!toldRefusals.has(code)) return;
      minute ??= begin(server.log);
      const network = networkOf(ip);
      const ofNetwork = minute.toldOf.get(network) ?? 0;
      if (ofNetwork >= TOLD_OF_A_NETWORK || minute.told >= TOLD_IN_ALL) {
        minute.untold += 1;
        return;
      }
      minute.told += 1;
      minute.toldOf.set(network, ofNetwork + 1);
      // The caller's network address, and nothing that they typed.
      log.info({ ip, method, route: routeOptions.url }, `refused: ${code}`);
    },
  };
}
