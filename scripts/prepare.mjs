// Runs before anything is installed: plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Says one sentence and ends with exit code 1. */
export function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Refuses a Node that the libraries do not run on. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    refuse(
      `Refectory needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and start again.`,
    );
  }
}

/** Refuses a port that is in use at an address of the host; whatever else is wrong with the two the demo says. */
export async function checkPort(port, host) {
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) return;
  for (const { address } of await lookup(host, { all: true }).catch(() => [])) {
    if (await isUsed(port, address)) {
      refuse(`Port ${port} is already in use: stop what uses it, or choose another, as in PORT=4301.`);
    }
  }
}

function isUsed(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }) => resolve(code === 'EADDRINUSE'));
    probe.listen({ port, host }, () => probe.close(() => resolve(false)));
  });
}

/** Whether another process of this number runs; one that ended and was not waited for does not. */
function isOther(pid) {
  // A number begins anew in a new container: one's own was that of an earlier process.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process runs too.
    return error.code === 'EPERM';
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

/** Does what two processes must not do to a folder at once; ends with a sentence while another one is at it. */
export function alone(folder, work) {
  const lock = join(folder, '.preparing');
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const pid = Number(readFileSync(lock, 'utf8'));
    if (isOther(pid)) {
      refuse(
        `Refectory is being installed or built in ${folder} by process ${pid}. Wait until it is done and start again; if there is no such process, remove ${lock}.`,
      );
    }
    // Left by one that was killed.
    rmSync(lock, { force: true });
  }
  const unlock = () => rmSync(lock, { force: true });
  process.once('exit', unlock);
  work();
  process.off('exit', unlock);
  unlock();
}

/** Installs the locked packages unless exactly these are already there. */
export function install() {
  const stampFile = join(root, 'node_modules', '.refectory-installed');
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');
  if (isStamped(stampFile, stamp)) return;
  alone(root, () => {
    // Another process may have done it meanwhile.
    if (!isStamped(stampFile, stamp)) installPackages(stampFile, stamp);
  });
}

const isStamped = (file, stamp) => existsSync(file) && readFileSync(file, 'utf8') === stamp;

function installPackages(stampFile, stamp) {
  process.stdout.write('Installing the packages (once) ...\n');
  // Install scripts stay off: nothing here needs one, and none may run code at install time.
  const result = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    const reason = (result.stderr || result.error?.message || '').trim().split('\n').slice(-3).join(' ');
    refuse(`The packages could not be installed: ${reason}`);
  }
  writeFileSync(stampFile, stamp);
}

const SOURCE_FOLDERS = ['apps', 'packages', 'scripts'];
const NOT_SOURCE = new Set(['node_modules', 'dist', 'test']);

function addFolder(hash, folder) {
  for (const name of readdirSync(folder).sort()) {
    if (NOT_SOURCE.has(name) || /\.test\.tsx?$/.test(name)) continue;
    const path = join(folder, name);
    if (statSync(path).isDirectory()) addFolder(hash, path);
    else hash.update(path.slice(root.length)).update(readFileSync(path));
  }
}

/** A text that changes when anything changes that the build is made of. */
export function sourceStamp() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of SOURCE_FOLDERS) addFolder(hash, join(root, folder));
  return hash.digest('hex');
}

/** Builds web and server unless the last build was made of the same sources. */
export function build() {
  const stampFile = join(root, 'apps', 'demo', 'dist', '.built-from');
  const stamp = sourceStamp();
  if (isStamped(stampFile, stamp)) return;
  alone(root, () => {
    if (!isStamped(stampFile, stamp)) buildAll(stampFile, stamp);
  });
}

function buildAll(stampFile, stamp) {
  process.stdout.write('Building (once) ...\n');
  const result = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'build.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    process.stderr.write(result.stdout + result.stderr);
    refuse('The build failed; what it said stands above.');
  }
  writeFileSync(stampFile, stamp);
}
