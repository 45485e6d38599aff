import type { Instant } from '@refectory/domain/day';

import { runCommandLine } from '../command-line.ts';
import type { DatabasePlace } from '../commands/command-database.ts';

/** Runs what a person types behind `refectory`: the exit code, and what both outputs say. */
export async function runRefectory(
  words: readonly string[],
  { place, now }: { readonly place: DatabasePlace; readonly now: Instant },
): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await runCommandLine(words, {
    place,
    now: () => now,
    userName: 'tester',
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

/** The address of a test's database. */
export function addressOf({
  host,
  port,
  user,
  database,
}: {
  host: string;
  port: number;
  user: string;
  database: string;
}): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
