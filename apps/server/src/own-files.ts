import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Why a file of the canteen's own is not sent: there is none, it lies elsewhere, or it is a pipe or a device. */
export type NotSent = 'missing' | 'elsewhere' | 'special';

/**
 * Why the server does not send a file of the canteen's own by its name in their folder; nothing where it does. Links are
 * followed within the folder alone, which may be a link itself: everybody reads what is sent. A pipe has no end, and whoever
 * opens it waits.
 */
export function whyNotSent(folder: string, name: string): NotSent | undefined {
  // Hidden files are not sent, and nothing of a folder above.
  if (/(?:^|\/)\./.test(name)) return 'missing';
  try {
    const file = realpathSync(join(folder, name));
    if (!file.startsWith(`${realpathSync(folder)}${sep}`)) return 'elsewhere';
    const found = statSync(file);
    if (found.isFile()) return undefined;
    return found.isDirectory() ? 'missing' : 'special';
  } catch {
    return 'missing';
  }
}
