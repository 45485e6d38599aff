import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { createPcscSource } from '../apps/reader/src/pcsc-source.ts';
import { startPcscDaemon, whyNoPcsc } from '../apps/reader/src/testing/pcsc-daemon.ts';
import { insertVirtualCard } from '../apps/reader/src/testing/virtual-card.ts';

// Puts cards on the virtual reader of a real PC/SC, one after another, and says which of them were not read.
// npm run check:cards -- [--rounds N] [--pause MILLISECONDS]

/** A card that is not read for so long is missed. */
const PATIENCE_MS = 15_000;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '1000' }, pause: { type: 'string', default: '500' } },
});
const [rounds, pause] = [Number(values.rounds), Number(values.pause)];
const reason = whyNoPcsc();
if (reason) throw new Error(`There is no real PC/SC here: ${reason}`);

const stopDaemon = await startPcscDaemon();
const source = createPcscSource({ say: console.log });
const heard: string[] = [];
let wake: () => void = () => undefined;
const tell = (what: string) => {
  heard.push(what);
  wake();
};
const wait = (ms: number) => Promise.race([sleep(ms), new Promise<void>((resolve) => (wake = resolve))]);
source.listen({ onCard: tell, onProblem: tell, onReady: () => wake() });
while (!source.isReady()) await wait(PATIENCE_MS);

const openFiles = () => readdirSync('/proc/self/fd').length;
const memory = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
const before = { files: openFiles(), memory: memory() };
const missed: number[] = [];
const misread: string[] = [];
const began = performance.now();
for (let round = 0; round < rounds; round += 1) {
  const number = `04${round.toString(16).toUpperCase().padStart(6, '0')}`;
  const card = await insertVirtualCard(Buffer.from(`${number}9000`, 'hex'));
  const until = performance.now() + PATIENCE_MS;
  while (heard.length === 0 && performance.now() < until) await wait(until - performance.now());
  const told = heard.splice(0);
  if (told.length === 0) missed.push(round);
  else if (told.join() !== number) misread.push(`${round}: ${told.join()}`);
  await card.remove();
  if (pause > 0) await sleep(pause);
}
const seconds = Math.round((performance.now() - began) / 1000);
source.close();
await stopDaemon();
console.log(
  `${rounds} cards, ${pause} ms apart, in ${seconds} s: missed ${missed.length} (${missed.join()}), ` +
    `misread ${misread.length} (${misread.join('; ')}); open files ${before.files} before and ${openFiles()} after, ` +
    `memory ${before.memory} and ${memory()} MiB`,
);
process.exit(missed.length + misread.length === 0 ? 0 : 1);
