import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Demo } from './demo.ts';
import { manage } from './refectory.ts';

/** Adds a canteen to a demo with one dish on one day, which can be ordered and given up and no longer cancelled. */
export function addExchangeCanteen(
  demo: Demo,
  {
    key,
    name,
    day,
    dish,
    portions,
  }: {
    readonly key: string;
    readonly name: string;
    readonly day: string;
    readonly dish: string;
    readonly portions: number;
  },
): void {
  manage(demo, 'canteen', 'add', key, '--name', name);
  const limits = { cancel: '1 day before 14:00', order: '13:00', exchange: '12:30' };
  const options = Object.entries(limits).flatMap(([limit, moment]) => [`--${limit}`, moment]);
  manage(demo, 'canteen', 'cut-off', key, ...options);

  const folder = mkdtempSync(join(tmpdir(), 'refectory-exchange-'));
  const file = join(folder, 'menu.json');
  const dishes = [{ name: dish, group: 'Soups', price: 39, portions }];
  writeFileSync(file, JSON.stringify({ days: [{ date: day, dishes }] }));
  manage(demo, 'import-menu', file, '--canteen', key, '--publish');
  rmSync(folder, { recursive: true });
}
