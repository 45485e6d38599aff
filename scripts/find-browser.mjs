// Finds a Chromium to test with. Plain JavaScript, so that every test runner can load it.
import { execFileSync } from 'node:child_process';
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

import { root } from './prepare.mjs';

/** Flags that keep Chromium quiet and offline, and let it run as root. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function systemBrowser() {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    for (const name of SYSTEM_NAMES) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return MAC_PATHS.find((path) => existsSync(path));
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

async function unpack(from, to) {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

/** The Chromium inside a registry package: unpacked once into the cache, with the libraries it needs. */
async function packagedBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const require = createRequire(import.meta.url);
  let packed;
  try {
    packed = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..', 'bin');
    if (!existsSync(join(packed, 'chromium.br'))) packed = join(root, 'node_modules/@sparticuz/chromium/bin');
  } catch {
    packed = join(root, 'node_modules/@sparticuz/chromium/bin');
  }
  if (!existsSync(join(packed, 'chromium.br'))) return undefined;
  const cache = join(root, 'node_modules', '.cache', 'chromium');
  const executable = join(cache, 'chromium');
  const libraries = join(cache, 'lib');
  if (!existsSync(executable)) {
    mkdirSync(cache, { recursive: true });
    const archive = join(cache, 'libraries.tar');
    await unpack(join(packed, 'al2023.tar.br'), archive);
    execFileSync('tar', ['-xf', archive, '-C', cache]);
    const half = join(cache, `chromium.${process.pid}`);
    await unpack(join(packed, 'chromium.br'), half);
    chmodSync(half, 0o755);
    renameSync(half, executable);
  }
  return { executablePath: executable, env: { ...process.env, LD_LIBRARY_PATH: libraries } };
}

/**
 * How to launch a browser: `{ executablePath, args, env? }`, or undefined where there is none.
 * `CHROMIUM_PATH` comes first, then the packaged one, so that tests run in the same browser wherever they can; it has no
 * windows, and needs a fifth less of the processor than the system's. Elsewhere it is the system's, or Playwright's own.
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return { executablePath: named, args: browserArguments };
  }
  const packaged = await packagedBrowser();
  if (packaged) return { ...packaged, args: browserArguments };
  const installed = systemBrowser() ?? (await playwrightBrowser());
  return installed && { executablePath: installed, args: browserArguments };
}
