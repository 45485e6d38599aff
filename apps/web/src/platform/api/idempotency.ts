import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

import type { Snapshot, SnapshotStore } from '#platform/storage/snapshot.ts';

type PendingKey = Snapshot['pendingKeys'][number];

/** Where the keys of calls without a definite answer are kept. */
export type KeyStore = {
  readonly find: (customerId: string, intent: string) => string | undefined;
  readonly add: (entry: PendingKey) => void;
  readonly remove: (key: string) => void;
};

/** Keys that outlive the page. */
export function storedKeys(store: SnapshotStore): KeyStore {
  return {
    find: (customerId, intent) => find(store.getState().pendingKeys, customerId, intent),
    add: (entry) => store.setState(({ pendingKeys }) => ({ pendingKeys: [...pendingKeys, entry] })),
    remove: (key) =>
      store.setState(({ pendingKeys }) => ({
        pendingKeys: pendingKeys.filter((entry) => entry.key !== key),
      })),
  };
}

/** Keys of calls whose input is a secret: they live as long as the page, and nothing of them is written down. */
export function createMemoryKeys(): KeyStore {
  let keys: readonly PendingKey[] = [];
  return {
    find: (customerId, intent) => find(keys, customerId, intent),
    add: (entry) => {
      keys = [...keys, entry];
    },
    remove: (key) => {
      keys = keys.filter((entry) => entry.key !== key);
    },
  };
}

function find(keys: readonly PendingKey[], customerId: string, intent: string): string | undefined {
  return keys.find((entry) => entry.customerId === customerId && entry.intent === intent)?.key;
}

/** An intent as it is kept. */
// Not `crypto.subtle`, which is missing on plain http addresses of a local network.
const digestOf = (intent: string) => bytesToHex(sha256(utf8ToBytes(intent)));

/** Whether there is a key from an earlier try for an intent of a customer. */
export function isKeyKept(keys: KeyStore, customerId: string, intent: string): boolean {
  return keys.find(customerId, digestOf(intent)) !== undefined;
}

/**
 * The key for an intent of a customer: the one kept from an earlier try, else a new one, kept before its call. An
 * intent is kept as a digest, so that nobody can read on a shared device what was typed.
 */
export function keyFor(
  keys: KeyStore,
  customerId: string,
  intent: string,
): { readonly key: string; readonly isKept: boolean } {
  const digest = digestOf(intent);
  const kept = keys.find(customerId, digest);
  if (kept !== undefined) return { key: kept, isKept: true };
  const key = bytesToHex(randomBytes(16));
  keys.add({ customerId, intent: digest, key });
  return { key, isKept: false };
}
