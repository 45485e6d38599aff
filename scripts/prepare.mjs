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

/** Prints one sentence and exits with code 1. */
export function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Exits unless this version of Node runs the libraries. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    refuse(
      `Refectory needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and start again.`,
    );
  }
}

/** Exits when the port is in use at an address of the host. The demo reports every other problem with host and port. */
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

/** Whether another process with this id runs; a zombie does not count. */
function isOther(pid) {
  // Process ids start again in a new container: an earlier process may have had our id.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process of another user runs, too.
    return error.code === 'EPERM';
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

/** Does work that only one process at a time may do in a folder; exits with a sentence while another one does it. */
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
    // A killed process left it.
    rmSync(lock, { force: true });
  }
  const unlock = () => rmSync(lock, { force: true });
  process.once('exit', unlock);
  work();
  process.off('exit', unlock);
  unlock();
}

/** Installs the locked packages unless exactly these are installed. */
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

/** A fingerprint of everything that the build depends on. */
export function sourceStamp() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of SOURCE_FOLDERS) addFolder(hash, join(root, folder));
  return hash.digest('hex');
}

/** Builds everything unless the last build has the same fingerprint. */
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
