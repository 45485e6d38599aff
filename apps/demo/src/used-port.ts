import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';

import { whyNotListening } from '@refectory/contract/environment';

import { DemoRefusal } from './demo-refusal.ts';

/** Errors of an address that this machine does not have, such as one of IPv6. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Throws when a port cannot be listened on: at every address of a name, since `localhost` may be
 * two, and whoever has the port at the other one would be sent some of our callers.
 */
export async function refuseUsedPort(port: number, host: string): Promise<void> {
  try {
    const addresses = await lookup(host, { all: true });
    const errors = await Promise.all(addresses.map(({ address }) => listeningError(port, address)));
    const isOne = addresses.length === 1;
    const error = errors.find((found) => found && (isOne || !NOT_HERE.has(found.code ?? '')));
    if (error) throw error;
  } catch (error) {
    throw new DemoRefusal(whyNotListening(error, { port, host }), { cause: error });
  }
}

/** Why a port cannot be listened on at an address; undefined when it can. */
function listeningError(port: number, address: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ port, host: address }, () => probe.close(() => resolve(undefined)));
  });
}
