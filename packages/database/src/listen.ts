import { Client } from 'pg';

import type { Database } from './database.ts';

/** A connection that hears what is told on a channel. */
export type Listener = {
  /** Asks whether the connection still stands; one that broke without a word is found out and lost. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Hears every text told on a channel of a database, from the moment it answers; on a connection of its own, which
 * is none of the pool's. `lost` is called once when that connection breaks: what was told since is not heard.
 */
export async function listen(
  { pool }: Database,
  channel: string,
  { hear, lost }: { readonly hear: (text: string) => void; readonly lost: (error: Error) => void },
): Promise<Listener> {
  const client = new Client({ ...pool.options, keepAlive: true });
  let isOver = false;
  const lose = (error: Error) => {
    if (isOver) return;
    isOver = true;
    void client.end();
    lost(error);
  };
  // A connection that never stood is told by `connect`, not as lost.
  client.on('error', () => {});
  await client.connect();
  try {
    client.on('notification', ({ payload = '' }) => hear(payload));
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection that listens has ended')));
  return {
    check: async () => {
      try {
        await client.query('select 1');
      } catch (error) {
        lose(error instanceof Error ? error : new Error(String(error)));
      }
    },
    close: async () => {
      if (isOver) return;
      isOver = true;
      await client.end();
    },
  };
}
