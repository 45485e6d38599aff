import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';

const PCSCD = '/usr/sbin/pcscd';
const VIRTUAL_READER = '/etc/reader.conf.d/vpcd';
const SOCKET = '/run/pcscd/pcscd.comm';

/** Why the tests with a real PC/SC cannot run here; undefined where they can. */
export function whyNoPcsc(): string | undefined {
  if (!existsSync(PCSCD)) return 'pcscd is not installed';
  if (!existsSync(VIRTUAL_READER)) return 'vsmartcard-vpcd is not installed';
  if (process.getuid?.() !== 0) return 'only root may start pcscd';
  return undefined;
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

/** Starts the daemon of PC/SC with the virtual reader; answers how to stop it. */
export async function startPcscDaemon(): Promise<() => Promise<void>> {
  if (await answers(SOCKET)) throw new Error('another pcscd runs on this machine: stop it first');
  const daemon = spawn(PCSCD, ['--foreground'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => daemon.once('exit', () => resolve()));
  while (!(await answers(SOCKET))) {
    if (daemon.exitCode !== null) throw new Error(`pcscd ended with ${daemon.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return async () => {
    daemon.kill('SIGTERM');
    await ended;
  };
}
