import type { SnapshotStore } from '#platform/storage/snapshot.ts';

/** The key for an intent of a customer: the one kept from an earlier try, else a new one, stored before its call. */
export function keyFor(
  store: SnapshotStore,
  customerId: string,
  intent: string,
): { readonly key: string; readonly isKept: boolean } {
  const { pendingKeys } = store.getState();
  const pending = pendingKeys.find((entry) => entry.customerId === customerId && entry.intent === intent);
  if (pending) return { key: pending.key, isKept: true };
  const key = newKey();
  store.setState({ pendingKeys: [...pendingKeys, { customerId, intent, key }] });
  return { key, isKept: false };
}

/** Forgets a key whose call has its definite answer. */
export function settleKey(store: SnapshotStore, key: string): void {
  store.setState(({ pendingKeys }) => ({ pendingKeys: pendingKeys.filter((entry) => entry.key !== key) }));
}

/** 128 random bits; `crypto.randomUUID` is missing on plain http addresses of a local network. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
