import { Client } from 'pg';

import type { Database } from './database.ts';

/** A connection that listens on a channel. */
export type Listener = {
  /** Asks the database something, so that a connection that broke silently is noticed as lost. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Listens on a channel of a database, on a connection outside of the pool, and hears every text from the moment it
 * resolves. `lost` is called once when that connection breaks: texts are missed from then on.
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
  // `connect` rejects for a connection that never stood; it is not lost.
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
