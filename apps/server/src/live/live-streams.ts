import type { ServerResponse } from 'node:http';

import type { Instant } from '@refectory/domain/day';

import { refuse } from '../http/refusal.ts';
import { networkOf } from '../session/network-of.ts';
import { isCustomerSession, type Session } from '../session/sessions.ts';

/** A customer's screens that show the offer at once, on all devices. */
const STREAMS_OF_A_CUSTOMER = 10;
/** Guests of one network: a whole company may sit behind an address. */
const STREAMS_OF_A_NETWORK = 1000;
/** What may wait for a reader, in bytes: some hundred events. Who is further behind is let go, and comes again. */
const WAITING_BYTES = 64 * 1024;

/** Who reads a stream. */
export type LiveReader = { readonly session: Session; readonly address: string };

/** The open streams of a process. */
export type LiveStreams = {
  /** Counts an answer among them from now on; throws a refusal when its reader has too many, and after the end of all. */
  readonly add: (response: ServerResponse, reader: LiveReader) => void;
  /** Writes the same bytes to all of them, or to those of a customer. */
  readonly write: (bytes: Buffer, customerId?: number) => void;
  /** Ends the streams whose session has ended. */
  readonly endWithout: (
    isAlive: (session: Session, now: Instant) => Promise<boolean>,
    now: Instant,
  ) => Promise<void>;
  /** Ends all of them, and lets in no more. */
  readonly close: () => void;
};

/** The customer who reads a stream; undefined for a guest. */
export const customerOf = ({ session }: Pick<LiveReader, 'session'>): number | undefined =>
  isCustomerSession(session) ? session.customerId : undefined;

const ownerOf = ({ session, address }: LiveReader): { owner: string; most: number } =>
  isCustomerSession(session)
    ? { owner: `customer ${session.customerId}`, most: STREAMS_OF_A_CUSTOMER }
    : { owner: `network ${networkOf(address)}`, most: STREAMS_OF_A_NETWORK };

/** No stream is open yet. */
export function createLiveStreams(): LiveStreams {
  const readers = new Map<ServerResponse, LiveReader>();
  /** The same by their customers: of the many that are open, those of one are found at once. */
  const ofCustomers = new Map<number, Set<ServerResponse>>();
  const counts = new Map<string, number>();
  let isClosed = false;

  function remove(response: ServerResponse): void {
    const reader = readers.get(response);
    if (!reader) return;
    readers.delete(response);
    const customerId = customerOf(reader);
    if (customerId !== undefined) {
      const own = ofCustomers.get(customerId);
      own?.delete(response);
      if (own?.size === 0) ofCustomers.delete(customerId);
    }
    const { owner } = ownerOf(reader);
    const left = (counts.get(owner) ?? 0) - 1;
    if (left > 0) counts.set(owner, left);
    else counts.delete(owner);
  }

  /** Ends a stream cleanly; one whose reader does not take what was written is cut. */
  function end(response: ServerResponse): void {
    remove(response);
    if (response.writableLength > 0) response.destroy();
    else response.end();
  }

  return {
    add: (response, reader) => {
      if (isClosed) throw refuse('unavailable');
      // Its reader left before it began, and nothing will tell of that again.
      if (response.destroyed) return;
      const { owner, most } = ownerOf(reader);
      const count = counts.get(owner) ?? 0;
      if (count >= most) throw refuse('tooManyStreams');
      counts.set(owner, count + 1);
      readers.set(response, reader);
      const customerId = customerOf(reader);
      if (customerId !== undefined)
        ofCustomers.set(customerId, (ofCustomers.get(customerId) ?? new Set()).add(response));
      response.on('close', () => remove(response));
    },
    write: (bytes, customerId) => {
      const told = customerId === undefined ? readers.keys() : (ofCustomers.get(customerId) ?? []);
      for (const response of told) {
        if (response.writableLength > WAITING_BYTES) end(response);
        else response.write(bytes);
      }
    },
    endWithout: async (isAlive, now) => {
      const checks = [...readers].map(async ([response, { session }]) => {
        if (!(await isAlive(session, now)) && readers.has(response)) end(response);
      });
      await Promise.all(checks);
    },
    close: () => {
      isClosed = true;
      for (const response of readers.keys()) end(response);
    },
  };
}
